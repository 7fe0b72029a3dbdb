// Invitations, forgotten passwords and notices of new browsers, through a mail server that is not ours.
import { appBase, appOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setUpFactor } from '../../../../test/people/authenticator.ts'
import { addStaff } from '../../../../test/people/staff.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { type MailServer, startMailServer } from '../../../../test/servers/mail/mail-server.ts'
import { addPerson, FormBrowser, password, tokenOf } from '../../../../test/servers/sign-in-server.ts'
import { createSmtpMailer } from '../../../platform/mail/create-smtp-mailer.ts'
import { sendWaitingMail } from '../../../platform/mail/send-waiting-mail.ts'
import { verifyPassword } from '../../people/passwords.ts'
import { findPerson } from '../../person/find-person.ts'
import { personById } from '../../person/queries.ts'
import { changePerson } from '../../staff/change-person.ts'
import { invitePerson } from './invite-person.ts'

let server: AdvisorApp
let mailServer: MailServer
let person: Awaited<ReturnType<typeof addPerson>>
const next = 'another good password'

beforeAll(async () => {
  mailServer = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
  server = await startAdvisorApp({ mailUrl: `smtp://127.0.0.1:${mailServer.port}` })
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})
beforeEach(async () => {
  await server.owner.query('delete from sign_in_failure')
  await server.owner.query('delete from mail')
  mailServer.received.length = 0
  person = await addPerson(server.database)
})

function newBrowser(address = '127.0.0.1', app = server.apps[0]): FormBrowser {
  if (!app) throw new Error('no server')
  return new FormBrowser({ app }, address)
}
const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
const post = (browser: FormBrowser, path: string, fields: Record<string, string>) =>
  browser.send('POST', path, own, new URLSearchParams(fields).toString())
const forgot = (email: string, browser = newBrowser()) => post(browser, '/app/sign-in/forgot', { email })

/** What the mail server has got, with its lines joined again. */
async function received() {
  const { port } = mailServer
  const url = `smtp://127.0.0.1:${port}`
  const mailer = createSmtpMailer({ url, from: 'Parley <notices@parley.test>', requiresTls: false })
  await sendWaitingMail({ database: server.database, mailer, host: 'parley.test', warn: () => {} })
  return mailServer.received.map(({ to, source }) => ({
    to: to[0],
    text: source.replace(/=\r?\n/g, '').replaceAll('=3D', '='),
  }))
}
const linkIn = (text = ''): string => /\/app\/sign-in\/link\?link=([\w-]{43})/.exec(text)?.[1] ?? ''
const setPassword = (link: string, wanted = next) =>
  post(newBrowser(), '/app/sign-in/link', { link, password: wanted })
const fits = async (tried: string, personId = person.id) =>
  verifyPassword(tried, (await personById(server.database, [personId]))[0]?.passwordHash ?? null)

describe('a forgotten password', () => {
  it('is replaced with a link from the mail: once, and every session ends', async () => {
    const client = await server.signIn(person.id)
    expect((await forgot(person.email.toUpperCase())).body).toContain('Check your mail')
    const mails = await received()
    expect(mails.map(({ to }) => to)).toEqual([person.email])
    const link = linkIn(mails[0]?.text)
    const opened = await newBrowser().open(`/app/sign-in/link?link=${link}`)
    expect([opened.status, opened.body.includes('Set your password')]).toEqual([200, true])
    expect((await setPassword(link, 'short')).status).toBe(422)
    const { body } = await setPassword(link)
    expect(body).toContain('Your password is set')
    expect(body).toContain('You are signed out everywhere')
    expect([await fits(next), await fits(password)]).toEqual([true, false])
    expect((await client.call(appOperations.getMe)).status).toBe(401)
    expect((await setPassword(link, 'a third good password')).status).toBe(404)
    expect((await newBrowser().open(`/app/sign-in/link?link=${link}`)).status).toBe(404)
    expect(await fits(next)).toBe(true)
  })

  it('one of two that use a link at the same time wins; a newer link replaces it, and it expires', async () => {
    await forgot(person.email)
    const first = linkIn((await received())[0]?.text)
    const both = await Promise.all([setPassword(first), setPassword(first, 'a third good password')])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
    await forgot(person.email)
    const second = linkIn((await received())[1]?.text)
    await forgot(person.email)
    const third = linkIn((await received())[2]?.text)
    expect((await setPassword(second)).status).toBe(404)
    await server.owner.query('update sign_in_link set expires_at = now()')
    expect((await setPassword(third)).status).toBe(404)
    const { rows } = await server.owner.query(
      'select 1 from sign_in_link where expires_at - created_at > $1::interval',
      ['31 minutes'],
    )
    expect(rows).toEqual([])
  })

  it('leaves no link behind when the password is changed in another way, or the person is signed out everywhere', async () => {
    const changes = [
      () => changePerson(server.database, person.id, { password: 'a third good password' }),
      () => changePerson(server.database, person.id, { active: false }),
    ]
    for (const [index, change] of changes.entries()) {
      await forgot(person.email)
      const link = linkIn((await received())[index]?.text)
      await change()
      await changePerson(server.database, person.id, { active: true })
      expect((await setPassword(link)).status).toBe(404)
    }
  })

  it('gets the same answer at the same time for an address that nobody has, and no mail', async () => {
    const timed = async (email: string) => {
      const start = performance.now()
      const { status, body, headers } = await forgot(email)
      const { 'x-trace-id': _, date: __, ...rest } = headers as Record<string, string>
      return { answer: { status, body, names: Object.keys(rest) }, ms: performance.now() - start }
    }
    const known = await timed(person.email)
    const unknown = await timed('nobody@northwind.example')
    expect(unknown.answer).toEqual(known.answer)
    for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(495)
    expect((await received()).map(({ to }) => to)).toEqual([person.email])
  })

  it('429: cannot be asked for without end, whether the address exists or not', async () => {
    for (const email of [person.email, 'nobody@northwind.example']) {
      await forgot(email)
      await server.owner.query('update sign_in_failure set failures = 30, last_failed_at = now()')
      expect((await forgot(email)).status).toBe(429)
      await server.owner.query('delete from sign_in_failure')
    }
  })

  it('does not get round the second factor', async () => {
    await setUpFactor(await server.signIn(person.id))
    await forgot(person.email)
    await setPassword(linkIn((await received())[0]?.text))
    const browser = newBrowser()
    const token = tokenOf(await browser.open('/app/sign-in'))
    const answer = await post(browser, '/app/sign-in', { token, email: person.email, password: next })
    expect(answer.location).toBe('/app/sign-in/code?to=%2Fapp')
    const me = await browser.send('GET', `${appBase}/me`, { 'sec-fetch-site': 'same-origin' })
    expect(me.status).toBe(401)
  })

  it('keeps no link in the database, nor in the journal, nor in a mail that was sent', async () => {
    await forgot(person.email)
    const link = linkIn((await received())[0]?.text)
    const { rows } = await server.owner.query<{ text: string }>(
      `select (select string_agg(mail::text, ' ') from mail) || (select string_agg(sign_in_link::text, ' ') from sign_in_link)
         || (select string_agg(entry::text, ' ') from journal_entry) as text`,
    )
    expect(link).not.toBe('')
    expect(rows[0]?.text).toContain('sign_in.reset')
    expect(rows[0]?.text).not.toContain(link)
  })

  it('is for the administrator where no mail is sent, and a form of another site is refused', async () => {
    const silent = await startAdvisorApp()
    const browser = newBrowser('127.0.0.1', silent.apps[0])
    const page = (await browser.open('/app/sign-in/forgot')).body
    expect(page).toContain('Ask your firm’s administrator')
    // The only administrator of a firm must ask somebody else.
    expect(page).toContain('or the operator of this Parley server if you are the administrator')
    await silent.close()
    const cross = { ...own, 'sec-fetch-site': 'cross-site' }
    const body = new URLSearchParams({ email: person.email }).toString()
    expect((await newBrowser().send('POST', '/app/sign-in/forgot', cross, body)).status).toBe(403)
  })
})

describe('an invitation', () => {
  const publicOrigin = 'https://parley.test'

  it('lets somebody without a password set one, once, and they sign in with it', async () => {
    const kim = await addStaff(server.database, { firmId: person.firmId, roles: ['auditor'] })
    const invited = await invitePerson(server.database, kim, { publicOrigin, sendsMail: true })
    expect(invited.url).toBeUndefined()
    expect(Math.round((invited.expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(72)
    const [mail] = await received()
    expect(mail?.to).toBe(kim.email)
    const link = linkIn(mail?.text)
    const set = await setPassword(link)
    expect([set.status, set.body.includes('Your account is ready')]).toEqual([200, true])
    expect(set.body).not.toContain('signed out')
    expect(await fits(next, kim.id)).toBe(true)
    expect((await setPassword(link)).status).toBe(404)
    const now = await findPerson(server.database, kim.email)
    const again = invitePerson(server.database, now, { publicOrigin, sendsMail: true })
    await expect(again).rejects.toThrow('has a password')
  })

  it('is handed over by the operator where no mail is sent, and is void once the person is deactivated', async () => {
    const kim = await addStaff(server.database, { firmId: person.firmId, roles: ['auditor'] })
    const { url } = await invitePerson(server.database, kim, { publicOrigin, sendsMail: false })
    expect(url).toMatch(/^https:\/\/parley\.test\/app\/sign-in\/link\?link=[\w-]{43}$/)
    expect(await received()).toEqual([])
    await server.owner.query('update person set active = false where id = $1', [kim.id])
    expect((await setPassword(linkIn(url))).status).toBe(404)
  })
})

it('a sign-in with a browser that was not used before is told by e-mail, and the next one with it is not', async () => {
  const browser = newBrowser()
  const signIn = async () => {
    const token = tokenOf(await browser.open('/app/sign-in?again=1'))
    const answer = await post(browser, '/app/sign-in', { token, email: person.email, password })
    expect(answer.status).toBe(303)
  }
  await signIn()
  await signIn()
  const mails = await received()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toBe(person.email)
  expect(mails[0]?.text).toContain('Subject: New sign-in to your Parley account')
})
