// Scheduled sends: POST /text/messaging/messages with scheduleDelivery, by status and outcome.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'

let scheduling: Scheduling
let client: TextingClient
beforeAll(async () => {
  scheduling = await startScheduling()
  client = await scheduling.server.welcome()
})
afterAll(() => scheduling.server.close())

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const tomorrow = () => Date.now() + dayMs

describe('200, accepted', () => {
  it('returns a schedule id instead of a message id and sends nothing yet', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const deliveryDate = tomorrow()
    const { status, body } = await client.send({
      phone,
      text: ' Later ',
      scheduleDelivery: true,
      deliveryDate,
      frequency: 2,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      successes: [
        {
          messageId: null,
          memberId: expect.any(Number) as number,
          phone,
          scheduleId: expect.any(Number) as number,
        },
      ],
      failures: [],
      failureDetails: [],
    })
    const { memberId, scheduleId } = body.successes[0]
    expect(await scheduling.rows('select * from schedule where id = $1', scheduleId)).toMatchObject([
      {
        advisor_id: client.advisorId,
        member_id: memberId,
        phone,
        text: ' Later ',
        starts_at: new Date(deliveryDate),
        next_at: new Date(deliveryDate),
        frequency: 2,
        time_zone: 'America/New_York',
        occurrence: 0,
        status: 'active',
        application_id: client.applicationId,
      },
    ])
    expect(await scheduling.rows(`select from message where text = ' Later '`)).toEqual([])
    expect(await scheduling.entries(client.advisorId, 'schedule.created')).toMatchObject([
      {
        actor: { kind: 'application', applicationId: client.applicationId },
        subject: { kind: 'schedule', id: scheduleId },
        facts: {
          memberId,
          to: phone,
          text: ' Later ',
          startsAt: new Date(deliveryDate).toISOString(),
          frequency: 2,
          timeZone: 'America/New_York',
          consentVersion: 2,
          policy: { rule: 'recipient accepted', version: 1 },
        },
      },
    ])
  })

  it('defaults to one time without a frequency', async () => {
    const [scheduleId] = await scheduling.schedule(client)
    expect(await scheduling.rows('select frequency from schedule where id = $1', scheduleId)).toEqual([
      { frequency: 0 },
    ])
  })

  it('creates one schedule per recipient and counts a repeated number once', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    for (const phone of phones) await client.accept(phone)
    const { body } = await client.send({
      phoneNumbers: [...phones, ...phones],
      text: 'All',
      scheduleDelivery: true,
      deliveryDate: tomorrow(),
    })
    expect(new Set(body.successes.map(({ scheduleId }) => scheduleId)).size).toBe(3)
    const rows = await scheduling.rows(`select phone from schedule where text = 'All' order by id`)
    expect(rows.map(({ phone }) => phone)).toEqual(phones)
  })

  it('takes effect once per key, even if the date has passed on a retry', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const headers = { 'idempotency-key': randomUUID() }
    const request = { phone, text: 'Keyed', scheduleDelivery: true, deliveryDate: tomorrow() }
    const first = await client.send(request, headers)
    await scheduling.setDue([first.body.successes[0].scheduleId])
    const second = await client.send(request, headers)
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await scheduling.rows(`select from schedule where text = 'Keyed'`)).toHaveLength(1)
    const other = await client.send({ ...request, frequency: 1 }, headers)
    expect(other.status).toBe(400)
    const now = await client.send({ phone, text: 'Keyed' }, headers)
    expect(now.status).toBe(400)
  })
})

describe('200, refused', () => {
  it('a recipient not asked, pending or opted out fails now and still becomes a contact', async () => {
    const [stranger, pending, gone, willing] = [newPhone(), newPhone(), newPhone(), newPhone()]
    await client.ask([pending])
    await client.accept(gone)
    await client.reply(gone, 'STOP')
    await client.accept(willing)
    const { status, body } = await client.send({
      phoneNumbers: [stranger, pending, gone, willing],
      text: 'Refused',
      scheduleDelivery: true,
      deliveryDate: tomorrow(),
    })
    expect(status).toBe(200)
    expect(body.successes).toHaveLength(1)
    expect(body.failureDetails.map(({ code, phone }) => [phone, code])).toEqual([
      [stranger, 'consent_required'],
      [pending, 'consent_pending'],
      [gone, 'opted_out'],
    ])
    expect(body.failures[0]).toBe(`${stranger}: has not consented to receive texts`)
    expect(await scheduling.rows(`select phone from schedule where text = 'Refused'`)).toEqual([
      { phone: willing },
    ])
    expect(await scheduling.rows('select from contact where phone = $1', stranger)).toHaveLength(1)
    const refused = await scheduling.entries(client.advisorId, 'message.refused')
    expect(refused.map(({ facts }) => facts)).toMatchObject([
      { to: stranger, text: 'Refused', code: 'consent_required', schedule: { frequency: 0 } },
      { to: pending, text: 'Refused', code: 'consent_pending' },
      { to: gone, text: 'Refused', code: 'opted_out' },
    ])
  })

  it('an advisor without a texting number cannot schedule', async () => {
    const numberless = await scheduling.server.welcome({ hasNumber: false, isConsentRequired: false })
    const { body } = await numberless.send({
      phone: newPhone(),
      text: 'a',
      scheduleDelivery: true,
      deliveryDate: tomorrow(),
    })
    expect(body.failureDetails[0].code).toBe('no_texting_number')
  })
})

describe('400', () => {
  const phone = '+12025550123'
  it.each([
    ['without a date', '/deliveryDate', () => ({ scheduleDelivery: true })],
    ['in the past', '/deliveryDate', () => ({ scheduleDelivery: true, deliveryDate: Date.now() - 1 })],
    [
      'less than a minute ahead',
      '/deliveryDate',
      () => ({ scheduleDelivery: true, deliveryDate: Date.now() + 0.9 * minuteMs }),
    ],
    [
      'more than 366 days ahead',
      '/deliveryDate',
      () => ({ scheduleDelivery: true, deliveryDate: Date.now() + 366 * dayMs + minuteMs }),
    ],
    ['at the end of time', '/deliveryDate', () => ({ scheduleDelivery: true, deliveryDate: 8.64e15 })],
    [
      'with a date but without scheduleDelivery',
      '/deliveryDate',
      () => ({ scheduleDelivery: false, deliveryDate: tomorrow() }),
    ],
    [
      'with a frequency but without scheduleDelivery',
      '/frequency',
      () => ({ scheduleDelivery: false, frequency: 1 }),
    ],
  ])('%s, and nothing is stored', async (_, path, how) => {
    const { status, body } = await client.send({ phone, text: 'Never', ...how() })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.details.errors).toMatchObject([{ path }])
    expect(await scheduling.rows(`select from schedule where text = 'Never'`)).toEqual([])
    expect(await scheduling.rows(`select from message where text = 'Never'`)).toEqual([])
  })

  it.each([
    ['just over a minute', minuteMs + 5_000],
    ['just under 366 days', 366 * dayMs - 5_000],
  ])('does not reject a date %s ahead', async (_, aheadMs) => {
    const free = await scheduling.server.welcome({ isConsentRequired: false })
    const deliveryDate = Date.now() + aheadMs
    const { body } = await free.send({
      phone: newPhone(),
      text: 'Edge',
      scheduleDelivery: true,
      deliveryDate,
    })
    expect(body.successes).toHaveLength(1)
  })
})
