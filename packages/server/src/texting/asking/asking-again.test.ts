// How soon and how often a recipient can be asked for consent under the firm's policy.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverTo } from '../../../test/carriers/set-state.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'
import { changeConsentException } from '../../consent/policy/change-consent-exception.ts'
import { changeTextingPolicy } from '../../consent/policy/change-texting-policy.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
})
afterAll(() => server.close())

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const requestsTo = async (phone: string): Promise<number> => {
  const { rows } = await server.database.query(
    `select from message where phone = $1 and kind = 'consent_request'`,
    [phone],
  )
  return rows.length
}

const letTimePass = (phone: string, interval: string) =>
  server.database.query(
    `update member set asked_at = asked_at - $2::interval, declined_at = declined_at - $2::interval
     where phone = $1`,
    [phone, interval],
  )

const letTimePassAfterDelivery = async (phone: string, interval: string) => {
  await deliverTo(server.database, phone)
  return letTimePass(phone, interval)
}

/** Sends a consent request and returns the refusal, if any. */
const ask = async (phone: string, by = client) => {
  const { status, body } = await by.ask([phone])
  expect(status).toBe(200)
  expect(body.failures).toHaveLength(body.failureDetails.length)
  return body.failureDetails[0]
}

const setPolicy = (firmId: number, changes: Parameters<typeof changeTextingPolicy>[1]['changes']) =>
  changeTextingPolicy(server.database, { firmId, decidedBy: 'test', changes })

describe('an unanswered request', () => {
  it('may be repeated after ten seconds, and is the same request before', async () => {
    const phone = newPhone()
    expect(await ask(phone)).toBeUndefined()
    const { body } = await client.ask([phone])
    expect(body).toMatchObject({ successes: [{ phone, consentState: 'pending' }], failures: [] })
    expect(await requestsTo(phone)).toBe(1)
    await letTimePassAfterDelivery(phone, '9 seconds')
    expect(await ask(phone)).toBeUndefined()
    expect(await requestsTo(phone)).toBe(1)
    expect((await client.consent(phone)).body).not.toHaveProperty('mayAskAt')
    await letTimePassAfterDelivery(phone, '2 seconds')
    expect(await ask(phone)).toBeUndefined()
    expect(await requestsTo(phone)).toBe(2)
  })

  it('is not repeated while it waits for the carrier, however long', async () => {
    const phone = newPhone()
    await ask(phone)
    await letTimePass(phone, '3 hours')
    expect(await ask(phone)).toBeUndefined()
    expect(await requestsTo(phone)).toBe(1)
    await deliverTo(server.database, phone)
    expect(await ask(phone)).toBeUndefined()
    expect(await requestsTo(phone)).toBe(2)
  })

  it('is one text, however many requests are concurrent, and each of them succeeds', async () => {
    const phone = newPhone()
    const refusals = await Promise.all(Array.from({ length: 10 }, () => ask(phone)))
    expect(refusals.filter(refusal => refusal !== undefined)).toEqual([])
    expect(await requestsTo(phone)).toBe(1)
  })

  it('is not repeated within the time that its firm has set, and the refusal says when it can be', async () => {
    const own = await server.welcome()
    await setPolicy(own.firmId, { askAgainAfterHours: 24 })
    const [phone, fresh] = [newPhone(), newPhone()]
    const askedMs = Date.now()
    expect(await ask(phone, own)).toBeUndefined()
    await letTimePassAfterDelivery(phone, '1 minute')
    const { body } = await own.ask([phone, fresh])
    expect(body.successes).toMatchObject([{ phone: fresh }])
    expect(body.failures).toEqual([`${phone}: was asked for consent recently and has not answered`])
    const [refusal] = body.failureDetails
    expect(refusal).toMatchObject({ phone, code: 'asked_recently', retryable: true })
    expect(Math.abs((refusal?.mayAskAt ?? 0) - askedMs - dayMs)).toBeLessThan(120_000)
    expect((await own.consent(phone)).body.mayAskAt).toBe(refusal?.mayAskAt)
    expect([await requestsTo(phone), await requestsTo(fresh)]).toEqual([1, 1])
    await letTimePassAfterDelivery(phone, '24 hours')
    expect((await own.consent(phone)).body).not.toHaveProperty('mayAskAt')
    expect(await ask(phone, own)).toBeUndefined()
    expect(await requestsTo(phone)).toBe(2)
  })
})

describe('a recipient who answered NO', () => {
  it('is not asked within 30 days, then once more, and never after a second NO', async () => {
    const phone = newPhone()
    await ask(phone)
    await client.reply(phone, 'No thanks')
    await client.reply(phone, 'no')
    const refusal = await ask(phone)
    expect(refusal).toMatchObject({ code: 'consent_declined', retryable: true })
    expect(Math.abs((refusal?.mayAskAt ?? 0) - Date.now() - 30 * dayMs)).toBeLessThan(60_000)
    await letTimePassAfterDelivery(phone, '29 days')
    expect(await ask(phone)).toMatchObject({ code: 'consent_declined' })
    await letTimePassAfterDelivery(phone, '25 hours')
    expect(await ask(phone)).toBeUndefined()
    await client.reply(phone, 'NO')
    await letTimePassAfterDelivery(phone, '10 years')
    expect(await ask(phone)).toMatchObject({ code: 'consent_declined', retryable: false, mayAskAt: null })
    expect((await client.consent(phone)).body).toMatchObject({
      state: 'pending',
      declined: true,
      mayAskAt: null,
    })
    expect(await requestsTo(phone)).toBe(2)
  })

  it('who ignores the next request is asked again after another 30 days, not after a day', async () => {
    const phone = newPhone()
    await ask(phone)
    await client.reply(phone, 'No')
    await letTimePassAfterDelivery(phone, '31 days')
    expect(await ask(phone)).toBeUndefined()
    await letTimePassAfterDelivery(phone, '29 days')
    expect(await ask(phone)).toMatchObject({ code: 'asked_recently', retryable: true })
    await letTimePassAfterDelivery(phone, '2 days')
    expect(await ask(phone)).toBeUndefined()
    expect(await requestsTo(phone)).toBe(3)
  })

  it('is not texted even if consent is not required', async () => {
    const own = await server.welcome()
    const phone = newPhone()
    await own.ask([phone])
    await own.reply(phone, 'No')
    await changeConsentException(server.database, {
      advisorId: own.advisorId,
      operator: 'test',
      consent: 'not-required',
    })
    const { body } = await own.send({ phoneNumbers: [phone], text: 'Hello' })
    expect(body.failureDetails).toMatchObject([{ code: 'consent_declined' }])
  })

  it('can still agree, which resets the NO count', async () => {
    const phone = newPhone()
    await ask(phone)
    await client.reply(phone, 'No')
    await client.reply(phone, 'YES')
    expect((await client.consent(phone)).body).toMatchObject({ state: 'accepted' })
    await client.reply(phone, 'STOP', { sentAt: new Date(Date.now() + 1_000) })
    expect((await ask(phone))?.code).toBe('opted_out')
  })

  it('who stopped and opted back in with START is asked like anyone else', async () => {
    const phone = newPhone()
    await ask(phone)
    await client.reply(phone, 'No')
    await client.reply(phone, 'STOP', { sentAt: new Date(Date.now() - 2_000) })
    await client.reply(phone, 'START', { sentAt: new Date(Date.now() - 1_000) })
    expect((await client.consent(phone)).body.state).toBe('none')
    expect(await ask(phone)).toBeUndefined()
  })
})

describe('a firm', () => {
  it('can set other limits, effective from the next request', async () => {
    const own = await server.welcome()
    const phone = newPhone()
    await setPolicy(own.firmId, { askAgainAfterHours: 1, askAgainAfterNoDays: 2, declinesMost: 1 })
    await ask(phone, own)
    await letTimePassAfterDelivery(phone, '1 minute')
    expect((await ask(phone, own))?.mayAskAt).toBeLessThanOrEqual(Date.now() + hourMs)
    await setPolicy(own.firmId, { askAgainAfterHours: 0 })
    expect(await ask(phone, own)).toBeUndefined()
    await own.reply(phone, 'NO')
    expect(await ask(phone, own)).toMatchObject({ code: 'consent_declined', mayAskAt: null })
    await setPolicy(own.firmId, { declinesMost: 2 })
    const refusal = await ask(phone, own)
    expect(Math.abs((refusal?.mayAskAt ?? 0) - Date.now() - 2 * dayMs)).toBeLessThan(60_000)
  })

  it.each([
    { askAgainAfterHours: -1 },
    { askAgainAfterHours: 8_761 },
    { askAgainAfterNoDays: 1.5 },
    { declinesMost: 0 },
    { declinesMost: Number.NaN },
  ])('cannot set %j', async changes => {
    await expect(setPolicy(client.firmId, changes)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
