// Developers of an application are told by e-mail that their endpoint fails: in stages, each once, and without content.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPhone } from '../../../test/servers/texting-server.ts'
import {
  sendTexts,
  startWebhooks,
  until,
  type WebhookSetting,
} from '../../../test/servers/webhooks-server.ts'
import { readEvents } from '../../events/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'
import { lockDueNotice } from './queries.ts'
import { writeDueNotices } from './write-due-notices.ts'

const hourMs = 3_600_000

let setting: WebhookSetting
beforeAll(async () => {
  setting = await startWebhooks()
})
afterEach(async () => {
  await setting.reset()
  await setting.server.database.query('delete from webhook_endpoint')
  await setting.server.database.query('delete from mail')
})
afterAll(() => setting.close())

const warnings: object[] = []
const look = (): Promise<void> =>
  writeDueNotices({
    database: setting.server.database,
    publicOrigin: 'https://parley.test',
    warn: (fields, message) => warnings.push({ ...fields, message }),
    now: () => Date.now() + setting.clock.aheadMs,
  })

interface Written {
  readonly purpose: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

const mails = async (): Promise<Written[]> =>
  (
    await setting.server.database.query<Written>(
      'select purpose, recipient, subject, body from mail order by id',
    )
  ).rows

const subjects = async (): Promise<string[]> =>
  (await mails()).map(({ subject }) => subject.replace(/127\.0\.0\.1:\d+/, 'HOST'))

const noticeEmail = 'webhooks@partner.test'

/** An endpoint that fails from now on, with some events waiting. */
async function failing(settings: object = { noticeEmail }) {
  const application = await setting.server.addApplication()
  const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'], ...settings })
  const advisor = await application.welcome()
  setting.receiver.answer = (_received, response) => void response.writeHead(503).end()
  setting.deliver()
  for (let phones = 0; phones < 12; phones += 1) await sendTexts(advisor, newPhone(), 1)
  await until(async () => (await endpoint.state()).status === 'failing')
  // The sealer may still add the last ones to the log.
  const wanted = { applicationId: application.id, types: ['message.accepted'], position: 0, limit: 200 }
  await until(async () => (await readEvents(setting.server.database, wanted)).events.length === 12)
  return { application, endpoint, advisor }
}

/** Time passes hour by hour, and two workers look for notices at the same time. */
async function pass(fromHours: number, toHours: number): Promise<void> {
  for (let hours = fromHours; hours <= toHours; hours += 1) {
    setting.clock.aheadMs = hours * hourMs + 60_000
    await new Promise(resolve => setTimeout(resolve, 40))
    await Promise.all([look(), look()])
  }
}

describe('an endpoint that fails', () => {
  it('is told at 1, 24 and 48 hours, when it is paused, and when it works again: each once', async () => {
    const { application, endpoint, advisor } = await failing()
    await look()
    expect(await subjects()).toEqual([])
    await pass(1, 100)
    const told = [
      'Webhooks to HOST have failed for an hour',
      'Webhooks to HOST have failed for 24 hours',
      'Webhooks to HOST have failed for 48 hours',
      'Webhooks to HOST are paused',
    ]
    expect(await subjects()).toEqual(told)

    setting.receiver.answer = (_received, response) => void response.writeHead(204).end()
    await application.call('POST', `/events/endpoints/${endpoint.endpointId}/resume`, {})
    await look()
    await until(async () => (await endpoint.state()).parkedEvents === 0)
    await until(async () => {
      await Promise.all([look(), look()])
      return (await subjects()).length > told.length
    })
    await pass(101, 103)
    expect(await subjects()).toEqual([...told, 'Webhooks to HOST work again'])

    // The next outage begins again.
    setting.receiver.answer = (_received, response) => void response.writeHead(500).end()
    for (let phones = 0; phones < 12; phones += 1) await sendTexts(advisor, newPhone(), 1)
    await until(async () => (await endpoint.state()).status === 'failing')
    await pass(105, 107)
    expect((await subjects()).slice(told.length + 1)).toEqual([told[0]])
    expect(warnings).toEqual([])
  }, 120_000)

  it('is described without content: host, application, times, status and how many events wait', async () => {
    const { application } = await failing()
    await pass(1, 1)
    const [mail] = await mails()
    expect(mail).toMatchObject({ purpose: 'endpoint.failing', recipient: noticeEmail })
    const { rows } = await setting.server.database.query<{ name: string }>(
      'select name from application where id = $1',
      [application.id],
    )
    expect(mail?.body).toContain(`Application:    ${rows[0]?.name}`)
    expect(mail?.body).toMatch(/^Endpoint: {7}\d+ at 127\.0\.0\.1:\d+$/m)
    expect(mail?.body).toMatch(/^Failing since: {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
    expect(mail?.body).toMatch(/^Last attempt: {3}HTTP 503$/m)
    expect(mail?.body).toMatch(/^Waiting events: 12$/m)
    expect(mail?.body).toContain('https://parley.test/developer\n')
    expect(mail?.body).toContain(`parley app console ${application.clientId}`)
    expect(mail?.body).toMatch(/will be paused at \d{4}-\d\d-\d\d/)
    expect(JSON.stringify(mail)).not.toMatch(/canary|\+1\d{10}|hooks\//i)
  })

  it('that answers 410 is told at once', async () => {
    const { endpoint, advisor } = await failing()
    setting.receiver.answer = (_received, response) => void response.writeHead(410).end()
    setting.clock.aheadMs = 10_000
    await sendTexts(advisor, newPhone(), 1)
    await until(async () => (await endpoint.state()).status === 'paused')
    await look()
    expect(await mails()).toMatchObject([
      { purpose: 'endpoint.paused', body: expect.stringContaining('410 Gone') },
    ])
  })

  it('is told nobody without an address, and after a gap only how it stands now', async () => {
    const { application, endpoint } = await failing({})
    await pass(1, 2)
    expect(await subjects()).toEqual([])
    const { url, types } = (await endpoint.state()) as unknown as { url: string; types: string[] }
    await application.call('PUT', `/events/endpoints/${endpoint.endpointId}`, { url, types, noticeEmail })
    await pass(50, 51)
    expect(await subjects()).toEqual(['Webhooks to HOST have failed for 48 hours'])
  })

  it('of a disabled application is told nobody', async () => {
    const { application } = await failing()
    await setting.server.owner.query('update application set active = false where id = $1', [application.id])
    await pass(1, 2)
    expect(await subjects()).toEqual([])
  })

  it('that was paused by its developers is not told again', async () => {
    const { application, endpoint } = await failing()
    await pass(1, 1)
    await application.call('POST', `/events/endpoints/${endpoint.endpointId}/pause`)
    await pass(2, 100)
    expect(await subjects()).toEqual(['Webhooks to HOST have failed for an hour'])
  })
})

it('a worker that dies between mail and stage leaves neither, and the next one tells it', async () => {
  const { application, endpoint } = await failing()
  setting.clock.aheadMs = 2 * hourMs
  const { database } = setting.server
  const killed = inTransaction(database, async tx => {
    const [notice] = await lockDueNotice(tx, [
      new Date(Date.now() + 2 * hourMs),
      application.id,
      endpoint.endpointId,
    ])
    expect(notice?.stage).toBe(1)
    await enqueueMail(tx, {
      purpose: 'endpoint.failing',
      recipient: noticeEmail,
      subject: 'x',
      body: 'x',
      lifeSeconds: 60,
    })
    // Meanwhile another worker does not wait, and does not tell it a second time.
    await look()
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await subjects()).toEqual([])
  await look()
  await look()
  expect(await subjects()).toEqual(['Webhooks to HOST have failed for an hour'])
})

it('an address with a second recipient or a line break is refused', async () => {
  const application = await setting.server.addApplication()
  for (const address of [
    'a@b.test,c@d.test',
    'a@b.test\r\nBcc: c@d.test',
    'a@b',
    '<a@b.test>',
    'a b@c.test',
  ]) {
    const { status } = await application.call('POST', '/events/endpoints', {
      url: 'https://crm.example.com/',
      noticeEmail: address,
    })
    expect(status, address).toBe(400)
  }
})
