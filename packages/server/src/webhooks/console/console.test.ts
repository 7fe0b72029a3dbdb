// The developers' console: who gets in, for how long, what they see and do, and what is on record.
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startLateBody } from '../../../test/http/late-body.ts'
import { createConsoleClient, createLink, enterConsole } from '../../../test/servers/console-client.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import {
  sendTexts,
  startWebhooks,
  until,
  type WebhookSetting,
} from '../../../test/servers/webhooks-server.ts'

let setting: WebhookSetting
beforeAll(async () => {
  setting = await startWebhooks()
})
afterEach(() => setting.reset())
afterAll(() => setting.close())

const enter = (application: Parameters<typeof enterConsole>[1]) =>
  enterConsole(setting.server.url, application)

describe('a link', () => {
  it('opens the console once, also when it is used by several at the same time', async () => {
    const application = await setting.server.addApplication()
    const link = await createLink(application)
    const open = () => createConsoleClient(setting.server.url).post('/developer/open', { link })
    const statuses = (await Promise.all(Array.from({ length: 5 }, open))).map(({ status }) => status)
    expect(statuses.filter(status => status === 303)).toHaveLength(1)
    expect(statuses.filter(status => status === 404)).toHaveLength(4)
    const again = await open()
    expect(again.text).toContain('This link does not work')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('is not used up by whoever only reads it, such as a mail scanner', async () => {
    const application = await setting.server.addApplication()
    const link = await createLink(application)
    const client = createConsoleClient(setting.server.url)
    for (let times = 0; times < 3; times += 1) {
      const page = await client.get(`/developer/open?link=${link}`)
      expect(page.status).toBe(200)
      expect(page.headers.getSetCookie()).toEqual([])
    }
    expect((await client.post('/developer/open', { link })).location).toBe('/developer')
  })

  it('that has expired, was never valid, or belongs to a disabled application opens nothing', async () => {
    const application = await setting.server.addApplication()
    const client = createConsoleClient(setting.server.url)
    const [expired, disabled] = [await createLink(application), await createLink(application)]
    const { database, owner } = setting.server
    const hash = `sha256(convert_to('${expired}', 'UTF8'))`
    await database.query(`update console_link set expires_at = now() where token_hash = ${hash}`)
    await owner.query('update application set active = false where id = $1', [application.id])
    for (const link of [expired, disabled, 'A'.repeat(43), 'short', '']) {
      expect((await client.get(`/developer/open?link=${link}`)).status).toBe(404)
      expect((await client.post('/developer/open', { link })).status).toBe(404)
    }
    expect(client.cookie).toBe('')
    await owner.query('update application set active = true where id = $1', [application.id])
    expect((await client.post('/developer/open', { link: expired })).status).toBe(404)
  })

  it('is given only to an application with events.manage, not for an advisor, and not opened from another site', async () => {
    const reader = await setting.server.addApplication(['events.read', 'text.messaging.read'])
    expect((await reader.call('POST', '/events/console-links')).status).toBe(403)
    const application = await setting.server.addApplication()
    const advisor = await application.welcome()
    expect((await advisor.call('POST', '/events/console-links')).status).toBe(403)
    const link = await createLink(application)
    const client = createConsoleClient(setting.server.url)
    const foreign = await client.post('/developer/open', { link }, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    expect(client.cookie).toBe('')
  })
})

const paths = (endpointId: number) =>
  [
    ['GET', '/developer'],
    ['GET', '/developer/verify'],
    ['GET', `/developer/endpoints/${endpointId}`],
    ['POST', '/developer/verify'],
    ['POST', '/developer/leave'],
    ...['pause', 'resume', 'test', 'replay', 'secret'].map(act => [
      'POST',
      `/developer/endpoints/${endpointId}/${act}`,
    ]),
  ] as [string, string][]

describe('a session', () => {
  it('ends with the application, with its scope, after an hour, and when the developer leaves', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const { owner } = setting.server
    const client = await enter(application)
    const expectClosed = async (isClosed: boolean) => {
      for (const [method, path] of paths(endpoint.endpointId)) {
        if (!isClosed && method === 'POST') continue
        const { status, text } = await (method === 'GET' ? client.get(path) : client.post(path))
        expect(status, `${method} ${path}`).toBe(isClosed ? 401 : 200)
        if (isClosed) expect(text).not.toContain('127.0.0.1')
      }
    }
    await expectClosed(false)
    await owner.query('update application set active = false where id = $1', [application.id])
    await expectClosed(true)
    await owner.query('update application set active = true where id = $1', [application.id])
    await expectClosed(false)
    await owner.query(`update application set scopes = array['events.read'] where id = $1`, [application.id])
    await expectClosed(true)
    await owner.query(`update application set scopes = array['events.manage'] where id = $1`, [
      application.id,
    ])
    await owner.query('update console_session set expires_at = now() where application_id = $1', [
      application.id,
    ])
    await expectClosed(true)
    const { cookie } = client
    const other = await enter(application)
    expect(other.cookie).not.toBe(cookie)
    await other.post('/developer/leave')
    expect(other.cookie).toMatch(/=$/)
    expect((await other.get('/developer')).status).toBe(401)
    expect(await endpoint.state()).toMatchObject({ status: 'active' })
  })

  it('has a cookie that no script and no other site can use, and pages that nobody may frame or keep', async () => {
    const application = await setting.server.addApplication()
    const client = createConsoleClient(setting.server.url)
    const opened = await client.post('/developer/open', { link: await createLink(application) })
    const [cookie = ''] = opened.headers.getSetCookie()
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Max-Age=3600', 'Path=/'])
      expect(cookie).toContain(attribute)
    const page = await client.get('/developer')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|script-src/)
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('refuses forms of other sites, and forms without its own token', async () => {
    const [application, foreign] = [
      await setting.server.addApplication(),
      await setting.server.addApplication(),
    ]
    const endpoint = await setting.createEndpoint(application)
    const [client, stranger] = [await enter(application), await enter(foreign)]
    const { text } = await stranger.get('/developer')
    const theirs = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    for (const [method, path] of paths(endpoint.endpointId)) {
      if (method === 'GET') continue
      expect((await client.post(path, {}, { 'sec-fetch-site': 'cross-site' })).status, path).toBe(403)
      expect((await client.post(path, { token: '' })).status, path).toBe(403)
      expect((await client.post(path, { token: theirs })).status, path).toBe(403)
    }
    expect(await endpoint.state()).toMatchObject({ status: 'active' })
  })

  it('that ends before a late form has arrived changes nothing', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const client = await enter(application)
    const { text } = await client.get('/developer')
    const form = new URLSearchParams({ token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '' })
    const url = `${setting.server.url}/developer/endpoints/${endpoint.endpointId}/pause`
    const late = await startLateBody(url, { cookie: client.cookie, 'sec-fetch-site': 'same-origin' }, form)
    await sleep(200)
    await setting.server.owner.query('update application set active = false where id = $1', [application.id])
    await sleep(1_500)
    expect(await late.finish()).toBe(401)
    expect(await endpoint.state()).toMatchObject({ status: 'active' })
  })

  it('shows and changes nothing of another application', async () => {
    const [own, foreign] = [await setting.server.addApplication(), await setting.server.addApplication()]
    const endpoint = await setting.createEndpoint(foreign)
    const client = await enter(own)
    expect((await client.get('/developer')).text).not.toContain(`/endpoints/${endpoint.endpointId}`)
    for (const [method, path] of paths(endpoint.endpointId)) {
      if (!path.includes('/endpoints/')) continue
      const answer = method === 'GET' ? await client.get(path) : await client.post(path, { only: 'missed' })
      expect(answer.status, path).toBe(404)
      expect(answer.text).not.toContain(endpoint.path)
    }
    const verified = await client.post('/developer/verify', {
      endpoint: String(endpoint.endpointId),
      headers: 'a: b',
      body: '{}',
    })
    expect(verified.status).toBe(404)
    expect(await endpoint.state()).toMatchObject({ status: 'active' })
    expect(setting.receiver.received).toEqual([])
  })
})

describe('an act in the console', () => {
  it('does what the API does, and is on record as done by the application through the console', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const client = await enter(application)
    const address = `/developer/endpoints/${endpoint.endpointId}`
    expect((await client.post(`${address}/pause`)).location).toBe(`${address}?done=paused`)
    expect(await endpoint.state()).toMatchObject({ status: 'paused', pausedBecause: 'asked' })
    expect((await client.get(`${address}?done=paused`)).text).toContain('Nothing is sent until you resume it')
    expect((await client.post(`${address}/resume`, { from: 'stop' })).location).toBe(
      `${address}?done=resumed`,
    )
    expect(await endpoint.state()).toMatchObject({ status: 'active' })
    expect((await client.post(`${address}/test`)).text).toContain('delivered with status 204')
    expect(setting.receiver.received.at(-1)?.event.type).toBe('endpoint.test')
    setting.receiver.answer = (_received, response) => void response.writeHead(418).end()
    expect((await client.post(`${address}/test`)).text).toContain('refused with status 418')
    const from = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16)
    expect((await client.post(`${address}/replay`, { from })).location).toBe(`${address}?done=replayed`)
    const wrong = await client.post(`${address}/replay`, { from: 'yesterday' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('must be a date and a time')
    const { rows } = await setting.server.database.query<{ entry: { kind: string; facts: object } }>(
      `select entry from journal_entry
       where kind like 'endpoint.%' and subject_id = $1 or kind like 'console.%' and subject_id = $2 order by id`,
      [endpoint.endpointId, application.id],
    )
    const actor = { kind: 'application', applicationId: application.id }
    expect(rows.map(({ entry }) => entry)).toMatchObject([
      { kind: 'endpoint.added', actor },
      { kind: 'console.link_created', actor },
      { kind: 'console.opened', actor },
      { kind: 'endpoint.changed', actor, facts: { through: 'console', status: 'paused' } },
      { kind: 'endpoint.changed', actor, facts: { through: 'console', status: 'active' } },
      { kind: 'endpoint.changed', actor, facts: { through: 'console', replay: 'all' } },
    ])
    expect(JSON.stringify(rows[0]?.entry.facts)).not.toContain('console')
  })

  it('rotates the secret once for a form that is sent twice, and never shows it again', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const client = await enter(application)
    const address = `/developer/endpoints/${endpoint.endpointId}`
    const once = 'A'.repeat(22)
    const shown = ({ text }: { text: string }) => /<code>(whsec_[^<]+)<\/code>/.exec(text)?.[1]
    const secret = shown(await client.post(`${address}/secret`, { once, kind: 'hmac', overlap: '0' }))
    expect(secret).toMatch(/^whsec_/)
    expect(shown(await client.post(`${address}/secret`, { once, kind: 'hmac', overlap: '0' }))).toBe(secret)
    expect((await client.get(address)).text).not.toContain('whsec_')
    await client.post(`${address}/test`)
    const { body, headers } = setting.receiver.received.at(-1) ?? { body: '', headers: {} }
    expect(() => new Webhook(secret ?? '').verify(body, headers as Record<string, string>)).not.toThrow()
  })

  it('shows a conflict beside the endpoint, not on a page of its own', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const client = await enter(application)
    const refused = await client.post(`/developer/endpoints/${endpoint.endpointId}/resume`, { from: 'end' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('role="alert"')
    expect(refused.text).toContain('Deliveries')
  })
})

it('deliveries show event, attempt, status and time, page by page, and no content', async () => {
  const application = await setting.server.addApplication()
  const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
  const advisor = await application.welcome()
  setting.deliver()
  const phone = newPhone()
  await sendTexts(advisor, phone, 30)
  await until(async () => (await endpoint.state()).pendingEntries === 0 && endpoint.arrived().length === 30)
  const client = await enter(application)
  const address = `/developer/endpoints/${endpoint.endpointId}`
  const first = await client.get(address)
  const ids = ({ text }: { text: string }) => [...text.matchAll(/evt_\d+/g)].map(([id]) => id)
  expect(ids(first)).toHaveLength(25)
  const older = /href="([^"]+)">Older</.exec(first.text)?.[1]?.replaceAll('&#38;', '&') ?? ''
  const second = await client.get(older)
  expect(ids(second)).toHaveLength(5)
  expect(new Set([...ids(first), ...ids(second)])).toEqual(
    new Set(endpoint.arrived().map(({ event }) => event.id)),
  )
  expect(first.text).toContain('Last 24 hours: 30 delivered, 0 failed')
  expect((await client.get(`${address}?outcome=refused`)).text).toContain('There are none.')
  for (const page of [first, second, await client.get('/developer')]) {
    expect(page.text).not.toMatch(/canary/i)
    expect(page.text).not.toContain(phone)
    expect(page.text).not.toContain(advisor.identifier)
  }
})
