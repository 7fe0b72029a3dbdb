// Hostile receivers, rights that end, workers that stop, and who may manage endpoints.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPhone } from '../../test/servers/texting-server.ts'
import { ok } from '../../test/servers/webhook-receiver.ts'
import { sendTexts, startWebhooks, until, type WebhookSetting } from '../../test/servers/webhooks-server.ts'

let setting: WebhookSetting
beforeAll(async () => {
  setting = await startWebhooks()
})
afterEach(() => setting.reset())
afterAll(() => setting.close())

describe('a receiver that', () => {
  it('answers 410 is paused at once', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const advisor = await application.welcome()
    setting.receiver.answer = (_received, response) => void response.writeHead(410).end()
    setting.deliver()
    await sendTexts(advisor, newPhone(), 1)
    await until(async () => (await endpoint.state()).status === 'paused')
    expect(await endpoint.state()).toMatchObject({ pausedBecause: 'gone' })
  })

  it('answers 410 while others are under way stays paused, and harms no other endpoint', async () => {
    const application = await setting.server.addApplication()
    const gone = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const other = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const advisor = await application.welcome()
    let answers = 0
    setting.receiver.answer = ({ path }, response) => {
      const isGone = path === gone.path
      if (isGone) answers += 1
      const status = isGone && answers === 1 ? 410 : 200
      setTimeout(() => response.writeHead(status).end(), isGone && answers > 1 ? 150 : 0)
    }
    const phones = Array.from({ length: 5 }, newPhone)
    for (const phone of phones) await sendTexts(advisor, phone, 1)
    await setting.server.sealed()
    setting.deliver()
    await until(async () => (await gone.state()).status === 'paused')
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(await gone.state()).toMatchObject({ status: 'paused', pausedBecause: 'gone' })
    await until(async () => (await other.state()).pendingEntries === 0)
    expect(other.arrived()).toHaveLength(5)
  })

  it('redirects is not followed', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const advisor = await application.welcome()
    setting.receiver.answer = (_received, response) =>
      void response.writeHead(302, { location: `${setting.receiver.url}/elsewhere` }).end()
    setting.deliver()
    await sendTexts(advisor, newPhone(), 1)
    await until(() => endpoint.arrived().length > 0)
    await until(async () => (await endpoint.state()).parkedEvents > 0)
    expect(setting.receiver.received.filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  it('answers without end, or with endless headers, costs only its connection', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const advisor = await application.welcome()
    let written = 0
    setting.receiver.answer = (_received, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    setting.deliver()
    await sendTexts(advisor, newPhone(), 3)
    await until(() => endpoint.arrived().length === 3)
    setting.receiver.answer = (_received, response) => {
      const many = Object.fromEntries(
        Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, 'a'.repeat(20)]),
      )
      response.writeHead(200, many).end()
    }
    await sendTexts(advisor, newPhone(), 1)
    await until(async () => (await endpoint.state()).parkedEvents === 1)
    const { body } = await application.call(
      'GET',
      `/events/endpoints/${endpoint.endpointId}/deliveries?outcome=unreachable`,
    )
    expect(body['data']).toMatchObject([{ error: expect.stringMatching(/headers/) }])
    expect(written).toBeLessThan(20_000_000)
  })
})

describe('what may no longer be told', () => {
  it('a grant that was revoked while its events waited: they do not leave, also those parked', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.*'] })
    const advisor = await application.welcome()
    setting.receiver.answer = (_received, response) => void response.writeHead(500).end()
    setting.deliver()
    const phone = newPhone()
    await sendTexts(advisor, phone, 3)
    await until(async () => (await endpoint.state()).parkedEvents === 3)
    await setting.server.database.query(
      'update authorization_grant set revoked_at = now() where grant_id = $1',
      [advisor.grantId],
    )
    setting.receiver.answer = ok
    setting.receiver.received.length = 0
    setting.clock.aheadMs = 10_000
    await until(async () => (await endpoint.state()).parkedEvents === 0)
    expect(endpoint.arrived()).toEqual([])
  })

  it('another application’s advisors: none of their events', async () => {
    const [own, foreign] = [await setting.server.addApplication(), await setting.server.addApplication()]
    const endpoint = await setting.createEndpoint(own)
    const [mine, theirs] = [await own.welcome(), await foreign.welcome()]
    setting.deliver()
    await Promise.all([sendTexts(theirs, newPhone(), 5), sendTexts(mine, newPhone(), 5)])
    await until(() => endpoint.arrived().length >= 5)
    expect(new Set(endpoint.arrived().map(({ event }) => event.advisor))).toEqual(new Set([mine.identifier]))
  })

  it('a paused endpoint gets nothing, and continues where it stopped', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const advisor = await application.welcome()
    setting.deliver()
    await sendTexts(advisor, newPhone(), 1)
    await until(() => endpoint.arrived().length === 1)
    await application.call('POST', `/events/endpoints/${endpoint.endpointId}/pause`)
    await new Promise(resolve => setTimeout(resolve, 2_500))
    await sendTexts(advisor, newPhone(), 2)
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect(endpoint.arrived()).toHaveLength(1)
    await application.call('POST', `/events/endpoints/${endpoint.endpointId}/resume`, {})
    await until(() => endpoint.arrived().length === 3)
    expect(new Set(endpoint.arrived().map(({ event }) => event.id)).size).toBe(3)
  })
})

describe('workers', () => {
  it('two share the endpoints, and when one stops the other goes on without a loss', async () => {
    const application = await setting.server.addApplication()
    const endpoints = await Promise.all(
      Array.from({ length: 6 }, () => setting.createEndpoint(application, { types: ['message.accepted'] })),
    )
    const advisor = await application.welcome()
    const first = setting.deliver()
    setting.deliver()
    await sendTexts(advisor, newPhone(), 5)
    await first.stop()
    await sendTexts(advisor, newPhone(), 5)
    await until(() =>
      endpoints.every(({ arrived }) => new Set(arrived().map(({ event }) => event.id)).size === 10),
    )
    for (const { arrived } of endpoints) expect(new Set(arrived().map(({ event }) => event.id)).size).toBe(10)
  })
})

it('an active endpoint cannot be sent elsewhere, and keeps what is parked', async () => {
  const application = await setting.server.addApplication()
  const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
  const advisor = await application.welcome()
  setting.receiver.answer = (_received, response) => void response.writeHead(500).end()
  setting.deliver()
  await sendTexts(advisor, newPhone(), 2)
  await until(async () => (await endpoint.state()).parkedEvents === 2)
  const resume = (from: string) =>
    application.call('POST', `/events/endpoints/${endpoint.endpointId}/resume`, { from })
  expect((await resume('end')).status).toBe(409)
  expect((await endpoint.state()).parkedEvents).toBe(2)
  await application.call('POST', `/events/endpoints/${endpoint.endpointId}/pause`)
  expect((await resume('end')).status).toBe(200)
  expect((await endpoint.state()).parkedEvents).toBe(0)
})

it('a PUT keeps the members that are absent and clears those that are null', async () => {
  const application = await setting.server.addApplication()
  const all = { types: ['message.*'], eventsPerSecond: 5, noticeEmail: 'hooks@partner.test' }
  const endpoint = await setting.createEndpoint(application, all)
  const put = async (update: object) => {
    const { status, body } = await application.call('PUT', `/events/endpoints/${endpoint.endpointId}`, update)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const { url } = await endpoint.state()
  expect(await put({ types: ['consent.accepted'] })).toMatchObject({
    ...all,
    url,
    types: ['consent.accepted'],
  })
  const moved = url.replace(endpoint.path, '/elsewhere')
  expect(await put({ url: moved })).toMatchObject({ ...all, url: moved, types: ['consent.accepted'] })
  const long = { url: `https://a.example.com/${'字'.repeat(700)}` }
  const refused = await application.call('PUT', `/events/endpoints/${endpoint.endpointId}`, long)
  expect(refused).toMatchObject({ status: 400, body: { details: { errors: [{ path: '/url' }] } } })
  const cleared = await put({ types: null, noticeEmail: null })
  expect(cleared).toMatchObject({ url: moved, eventsPerSecond: 5 })
  expect(cleared).not.toHaveProperty('types')
  expect(cleared).not.toHaveProperty('noticeEmail')
})

it('pause, resume, test and a new secret need no body', async () => {
  const application = await setting.server.addApplication()
  const { endpointId } = await setting.createEndpoint(application, {})
  for (const act of ['pause', 'resume', 'secret', 'test'])
    expect((await application.call('POST', `/events/endpoints/${endpointId}/${act}`)).status, act).toBe(200)
})

it('an application manages only its own endpoints, and an advisor’s token none', async () => {
  const [own, foreign] = [await setting.server.addApplication(), await setting.server.addApplication()]
  const endpoint = await setting.createEndpoint(own)
  const advisor = await own.welcome()
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['PUT', '', { url: 'https://a.example.com/' }],
    ['POST', '/test', undefined],
    ['POST', '/secret', {}],
    ['POST', '/pause', undefined],
    ['POST', '/resume', {}],
    ['POST', '/replays', { only: 'missed' }],
    ['GET', '/deliveries', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const path = `/events/endpoints/${endpoint.endpointId}${rest}`
    expect((await foreign.call(method, path, body)).status, `${method} ${path}`).toBe(404)
    expect((await advisor.call(method, path, body)).status, `${method} ${path}`).toBe(403)
  }
  expect((await foreign.call('GET', '/events/endpoints')).body).toEqual({ data: [] })
})
