// Events reach a partner's own server: in order for each conversation, signed, at least once, and nothing is discarded.
import { createPublicKey, verify } from 'node:crypto'
import { unwrapWebhook, WebhookError } from '@parley/sdk'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
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

describe('deliveries', () => {
  it('bring every event once, in order for each conversation, with the bytes that a pull has', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const advisors = [await application.welcome(), await application.welcome()]
    setting.deliver()
    const phones = Array.from({ length: 6 }, newPhone)
    await Promise.all(advisors.flatMap(advisor => phones.map(phone => sendTexts(advisor, phone, 5))))
    await setting.server.sealed()
    const pulled = await application.readAll()
    await until(() => endpoint.arrived().length >= pulled.length)
    const arrived = endpoint.arrived()
    expect(arrived.map(({ event }) => event.id).toSorted()).toEqual(pulled.map(({ id }) => id).toSorted())
    const laneOf = ({ advisor, conversation, subject }: (typeof pulled)[number]): string =>
      `${advisor} ${conversation ? `member ${conversation.memberId}` : `${subject.type} ${subject.id}`}`
    for (const [lane, events] of Object.entries(Object.groupBy(pulled, laneOf))) {
      const inOrder = arrived.filter(({ event }) => laneOf(event) === lane).map(({ event }) => event.id)
      expect(inOrder).toEqual(events?.map(({ id }) => id))
    }
    for (const { body, event } of arrived)
      expect(JSON.parse(body)).toEqual(pulled.find(({ id }) => id === event.id))
    expect(JSON.stringify(arrived)).not.toMatch(/canary/i)
  })

  it('are verified by standardwebhooks and svix, also through a rotation, and v1a with the public key', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const advisor = await application.welcome()
    setting.deliver()
    await sendTexts(advisor, newPhone(), 2)
    await until(() => endpoint.arrived().length > 0)
    const rotated = (await application.call('POST', `/events/endpoints/${endpoint.endpointId}/secret`, {}))
      .body['secret']
    const publicKey = (
      await application.call('POST', `/events/endpoints/${endpoint.endpointId}/secret`, { kind: 'ed25519' })
    ).body['secret'] as string
    // A worker learns of a change within two seconds.
    await new Promise(resolve => setTimeout(resolve, 2_500))
    const before = endpoint.arrived().length
    await sendTexts(advisor, newPhone(), 2)
    await until(() => endpoint.arrived().length > before)
    const last = endpoint.arrived().at(-1)
    const headers = last?.headers as Record<string, string>
    for (const key of [endpoint.secret, rotated as string]) {
      expect(new StandardWebhook(key).verify(last?.body ?? '', headers)).toMatchObject({ id: last?.event.id })
      expect(() => new SvixWebhook(key).verify(last?.body ?? '', headers)).not.toThrow()
    }
    const v1a = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1] ?? ''
    const publicObject = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(publicKey.slice('whpk_'.length), 'base64'),
      ]),
      format: 'der',
      type: 'spki',
    })
    for (const key of [endpoint.secret, rotated as string, publicKey])
      expect(await unwrapWebhook(last?.body ?? '', headers, key)).toEqual(last?.event)
    await expect(unwrapWebhook(`${last?.body} `, headers, [endpoint.secret, publicKey])).rejects.toThrow(
      WebhookError,
    )
    const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 400) }
    await expect(unwrapWebhook(last?.body ?? '', old, endpoint.secret)).rejects.toThrow(/five minutes/)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${last?.body}`
    expect(verify(null, Buffer.from(signed), publicObject, Buffer.from(v1a, 'base64'))).toBe(true)
    for (const Receiver of [StandardWebhook, SvixWebhook])
      expect(() => new Receiver(endpoint.secret).verify(`${last?.body} `, headers)).toThrow(/signature/)
  })

  it('only the conversation of an event that failed waits, and it arrives in order afterwards', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const advisor = await application.welcome()
    const [bad, good] = [newPhone(), newPhone()]
    let isBroken = true
    setting.receiver.answer = ({ event }, response) => {
      const isBad = event.conversation?.phone === bad && isBroken
      response.writeHead(isBad ? 500 : 200).end()
    }
    setting.deliver()
    await sendTexts(advisor, bad, 3)
    await sendTexts(advisor, good, 3)
    const arrivedTo = (phone: string) =>
      endpoint.arrived().filter(({ event }) => event.conversation?.phone === phone)
    await until(() => arrivedTo(good).length === 3)
    await until(async () => (await endpoint.state()).parkedEvents === 3)
    expect(arrivedTo(bad)).toHaveLength(1)
    isBroken = false
    setting.clock.aheadMs = 10_000
    await until(() => arrivedTo(bad).length === 4)
    const ids = arrivedTo(bad).map(({ event }) => event.id)
    expect(ids[0]).toBe(ids[1])
    const pulled = (await advisor.readAll({ types: 'message.accepted' })).filter(
      ({ conversation }) => conversation?.phone === bad,
    )
    expect(ids.slice(1)).toEqual(pulled.map(({ id }) => id))
    await until(async () => (await endpoint.state()).parkedEvents === 0)
  })

  it('after 30 days of 503 have cost a few dozen requests, and everything arrives in order when it is resumed', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const advisor = await application.welcome()
    setting.receiver.answer = (_received, response) => void response.writeHead(503).end()
    setting.deliver()
    const phones = Array.from({ length: 15 }, newPhone)
    for (const phone of phones) await sendTexts(advisor, phone, 2)
    await until(async () => (await endpoint.state()).status === 'failing')
    for (let hours = 1; hours <= 30 * 24; hours += 1) {
      setting.clock.aheadMs = hours * 3_600_000
      await new Promise(resolve => setTimeout(resolve, hours < 80 ? 60 : 1))
    }
    expect(await endpoint.state()).toMatchObject({
      status: 'paused',
      pausedBecause: 'failing',
    })
    expect(endpoint.arrived().length).toBeLessThan(60)
    setting.receiver.answer = ok
    setting.receiver.received.length = 0
    await application.call('POST', `/events/endpoints/${endpoint.endpointId}/resume`, {})
    await until(() => endpoint.arrived().length >= 30)
    const pulled = await advisor.readAll({ types: 'message.accepted' })
    for (const phone of phones) {
      expect(
        endpoint.arrived().flatMap(({ event }) => (event.conversation?.phone === phone ? [event.id] : [])),
      ).toEqual(pulled.flatMap(({ conversation, id }) => (conversation?.phone === phone ? [id] : [])))
    }
  }, 120_000)

  it('an event that is given up after nine retries lets its conversation go on, and can be replayed', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const advisor = await application.welcome()
    const phone = newPhone()
    let refused: string | undefined
    setting.receiver.answer = ({ event }, response) => {
      refused ??= event.id
      response.writeHead(event.id === refused ? 422 : 200).end()
    }
    setting.deliver()
    await sendTexts(advisor, phone, 1)
    await until(() => refused !== undefined)
    await sendTexts(advisor, phone, 1)
    for (let hours = 0; (await endpoint.state()).missedEvents === 0; hours += 6) {
      // Others succeed, so that the endpoint is not failing as a whole.
      await sendTexts(advisor, newPhone(), 1)
      setting.clock.aheadMs = hours * 3_600_000
      await new Promise(resolve => setTimeout(resolve, 300))
      expect(hours).toBeLessThan(200)
    }
    const attempts = endpoint.arrived().filter(({ event }) => event.id === refused)
    expect(attempts).toHaveLength(10)
    await until(
      () => endpoint.arrived().filter(({ event }) => event.conversation?.phone === phone).length === 11,
    )
    setting.receiver.answer = ok
    const replay = await application.call('POST', `/events/endpoints/${endpoint.endpointId}/replays`, {
      only: 'missed',
    })
    expect(replay.body).toEqual({ missedEvents: 1 })
    await until(() => endpoint.arrived().filter(({ event }) => event.id === refused).length === 11)
  }, 120_000)

  it('a replay of a time sends everything again with the same ids, marked as a replay', async () => {
    const application = await setting.server.addApplication()
    const endpoint = await setting.createEndpoint(application)
    const advisor = await application.welcome()
    setting.deliver()
    await sendTexts(advisor, newPhone(), 3)
    await setting.server.sealed()
    const pulled = await application.readAll()
    await until(() => endpoint.arrived().length === pulled.length)
    await until(async () => {
      const { body } = await application.call('GET', `/events/endpoints/${endpoint.endpointId}`)
      return body['pendingEntries'] === 0
    })
    setting.receiver.received.length = 0
    const from = new Date(Date.now() - 3_600_000).toISOString()
    const { status } = await application.call('POST', `/events/endpoints/${endpoint.endpointId}/replays`, {
      from,
    })
    expect(status).toBe(200)
    await until(() => endpoint.arrived().length >= pulled.length)
    expect(endpoint.arrived().map(({ event }) => event.id)).toEqual(pulled.map(({ id }) => id))
    for (const { headers, body, event } of endpoint.arrived()) {
      expect(headers['parley-replay']).toMatch(/^rpl_/)
      expect(await unwrapWebhook(body, headers, endpoint.secret)).toEqual(event)
    }
    const { body } = await application.call('GET', '/events/endpoints')
    expect(body['data']).toHaveLength(1)
  })
})
