// Mail through Debian's Postfix, where it is installed and the tests run as root: from the outbox by `parley worker` into a mailbox.
import { randomBytes } from 'node:crypto'
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitePerson } from '../../../src/identity/index.ts'
import { createSmtpMailer } from '../../../src/platform/mail/create-smtp-mailer.ts'
import { eventually } from '../../carriers/texting.ts'
import { addStaff } from '../../people/staff.ts'
import { listening, parley } from '../../processes/process.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../advisor-app.ts'
import { canRunPostfix, type Postfix, startPostfix } from './postfix.ts'

const domains = { known: 'harbor.example', empty: 'left.example' }
const from = 'Parley <notices@parley.example>'
const clientPhone = '+12025550147'
const clientText = 'Canary of a client'
const hostileName = 'Kim\r\nBcc: eve@harbor.example\r\n\r\nEve <eve@harbor.example>'

interface MailRow {
  readonly id: number
  readonly outcome: string | null
  readonly failure: string | null
  readonly attempts: number
  readonly hasBody: boolean
  readonly waitSeconds: number
}

describe.skipIf(!canRunPostfix)('Postfix, if it is installed and the tests run as root', () => {
  let postfix: Postfix
  let server: AdvisorApp
  let advisor: AppClient
  let worker: ReturnType<typeof parley>

  beforeAll(async () => {
    postfix = await startPostfix(domains)
    server = await startAdvisorApp({ mailUrl: postfix.url })
    advisor = await server.welcome()
    await advisor.reply(clientPhone, clientText)
    worker = parley(['worker'], {
      DATABASE_URL: server.databaseUrl,
      WORKER_PORT: '0',
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_ORIGIN: 'https://texting.parley.example',
      MAIL_URL: postfix.url,
      MAIL_FROM: from,
      NODE_EXTRA_CA_CERTS: postfix.caFile,
    })
    await listening(worker)
  })
  afterAll(async () => {
    worker?.child.kill('SIGTERM')
    await worker?.exited()
    await server?.close()
    await postfix?.close()
  })

  const newEmail = (domain = domains.known): string => `kim-${randomBytes(6).toString('hex')}@${domain}`

  const mailTo = async (email: string): Promise<MailRow> => {
    const { rows } = await server.owner.query<MailRow>(
      `select id, outcome, failure, attempts, body is not null as "hasBody",
         extract(epoch from next_at - now())::float8 as "waitSeconds" from mail where recipient = $1`,
      [email],
    )
    const [row] = rows
    if (!row || rows.length > 1) throw new Error(`${rows.length} mails`)
    return row
  }

  /** The only mail in the mailbox for this address. */
  const arrived = async (email: string): Promise<DeliveredMail> => {
    const own = async () =>
      (await postfix.delivered()).map(readMail).filter(({ deliveredTo }) => deliveredTo === email)
    await eventually('it is delivered', async () => (await own()).length > 0)
    const [mail, ...others] = await own()
    expect(others).toEqual([])
    if (!mail) throw new Error('no mail')
    return mail
  }

  const invite = async (email: string, name = 'Kim Lee') => {
    const kim = await addStaff(server.database, { firmId: advisor.firmId, roles: ['auditor'], email })
    await server.owner.query('update person set name = $2 where id = $1', [kim.id, name])
    await invitePerson(server.database, { ...kim, name }, { publicOrigin: server.origin, sendsMail: true })
    return kim
  }

  const post = (path: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    })

  /** Opens the link of a mail, and sets a password with it. */
  const followLink = async (text: string, password: string): Promise<number[]> => {
    const [address = '', link = ''] = /http:\S+\/app\/sign-in\/link\?link=([\w-]{43})/.exec(text) ?? []
    const opened = await fetch(address)
    const set = await post('/app/sign-in/link', { link, password })
    return [opened.status, set.status]
  }

  /** The headers that are ours, and nothing of a client or of the person's name. */
  const expectOwn = async (mail: DeliveredMail, email: string, subject: string): Promise<void> => {
    const { id } = await mailTo(email)
    expect(mail.own).toEqual({
      from,
      to: email,
      subject,
      'message-id': `<mail-${id}@texting.parley.example>`,
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
      'content-type': 'text/plain; charset=utf-8',
      'content-transfer-encoding': expect.stringMatching(/^(7bit|quoted-printable)$/) as string,
      date: expect.stringMatching(/ \+0000$/) as string,
    })
    expect(mail.returnPath).toBe('<notices@parley.example>')
    expect(mail.received).toMatch(/using TLSv1\.[23] .* with ESMTPS /s)
    for (const secret of [clientText, clientPhone, clientPhone.slice(2), advisor.number, 'eve@', 'Canary'])
      expect(mail.source).not.toContain(secret)
  }

  it('delivers an invitation of somebody with a hostile name to one mailbox, and its link works once', async () => {
    const email = newEmail()
    await invite(email, hostileName)
    const mail = await arrived(email)
    await expectOwn(mail, email, 'Your Parley account')
    expect(await followLink(mail.text, 'a good password of Kim')).toEqual([200, 200])
    expect(await followLink(mail.text, 'another password of Kim')).toEqual([404, 404])
    await eventually('it is noted', async () => (await mailTo(email)).outcome === 'sent')
    expect(await mailTo(email)).toMatchObject({ failure: null, attempts: 1, hasBody: false })
    expect(postfix.log()).not.toContain('eve@')
  })

  it('delivers a password reset to an address with unusual characters, and its link works once', async () => {
    const email = `o'hara+te=xts${newEmail()}`
    const kim = await invite(email)
    await followLink((await arrived(email)).text, 'a good password of Kim')
    await server.owner.query('delete from mail where recipient = $1', [email])
    await postfix.empty()
    expect((await post('/app/sign-in/forgot', { email })).status).toBe(200)
    const mail = await arrived(email)
    await expectOwn(mail, email, 'Set a new Parley password')
    const client = await server.signIn(kim.id)
    expect((await client.call(appOperations.getMe)).status).not.toBe(401)
    expect(await followLink(mail.text, 'a new password of Kim')).toEqual([200, 200])
    expect(await followLink(mail.text, 'another password of Kim')).toEqual([404, 404])
    expect((await client.call(appOperations.getMe)).status).toBe(401)
  })

  it('450: is asked again a minute later, and the mail arrives once with the same message id', async () => {
    const email = newEmail()
    await postfix.defer([email])
    await invite(email)
    await eventually('it is deferred', async () => (await mailTo(email)).failure !== null)
    const deferred = await mailTo(email)
    expect(deferred).toMatchObject({ outcome: null, failure: 'EENVELOPE 450', attempts: 1, hasBody: true })
    expect(deferred.waitSeconds).toBeGreaterThan(30)
    await postfix.defer([])
    await server.owner.query('update mail set next_at = now() where id = $1', [deferred.id])
    const mail = await arrived(email)
    await expectOwn(mail, email, 'Your Parley account')
    await eventually('it is noted', async () => (await mailTo(email)).outcome === 'sent')
    expect(await mailTo(email)).toMatchObject({ failure: null, attempts: 2, hasBody: false })
    expect(refusalsOf(email)).toHaveLength(1)
  })

  it('550 for somebody whom it does not know: is not asked again', async () => {
    const email = newEmail(domains.empty)
    await invite(email)
    await eventually('it is refused', async () => (await mailTo(email)).outcome !== null)
    const refused = { outcome: 'refused', failure: 'EENVELOPE 550', attempts: 1, hasBody: false }
    await server.owner.query('update mail set next_at = now() where recipient = $1', [email])
    // Of a later round.
    const other = newEmail()
    await invite(other)
    await arrived(other)
    expect(await mailTo(email)).toMatchObject(refused)
    expect(refusalsOf(email)).toHaveLength(1)
    for (const address of [email, other]) expect(worker.output()).not.toContain(address)
  })

  it('gets no mail from whoever does not trust its certificate', async () => {
    const before = (await postfix.delivered()).length
    const mail = { messageId: '<1@parley.example>', recipient: newEmail(), subject: 'Test', body: 'Test' }
    const settings = { url: postfix.url, from, requiresTls: true }
    expect(await createSmtpMailer(settings).send(mail)).toMatchObject({ kind: 'failed' })
    expect(await createSmtpMailer({ ...settings, ca: postfix.ca }).send(mail)).toEqual({ kind: 'sent' })
    await arrived(mail.recipient)
    expect(await postfix.delivered()).toHaveLength(before + 1)
  })

  const refusalsOf = (email: string): string[] =>
    postfix
      .log()
      .split('\n')
      .filter(line => line.includes('NOQUEUE: reject') && line.includes(`to=<${email}>`))
})

interface DeliveredMail {
  readonly source: string
  /** Headers without those that Postfix adds. */
  readonly own: Readonly<Record<string, string>>
  readonly deliveredTo: string | undefined
  readonly returnPath: string | undefined
  readonly received: string | undefined
  readonly text: string
}

function readMail(source: string): DeliveredMail {
  const end = source.indexOf('\n\n')
  const lines = source
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(': ')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
  })
  expect(new Set(headers.map(([name]) => name)).size).toBe(headers.length)
  const {
    'delivered-to': deliveredTo,
    'x-original-to': _,
    'return-path': returnPath,
    received,
    ...own
  } = Object.fromEntries(headers)
  const body = source.slice(end + 2)
  const text =
    own['content-transfer-encoding'] === 'quoted-printable'
      ? body
          .replace(/=\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (__, hex: string) => Buffer.from(hex, 'hex').toString())
      : body
  return { source, own, deliveredTo, returnPath, received, text }
}
