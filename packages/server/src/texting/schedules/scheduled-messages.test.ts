// Scheduled-text operations, by status.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'

let scheduling: Scheduling
let client: TextingClient
let stranger: TextingClient
beforeAll(async () => {
  scheduling = await startScheduling()
  client = await scheduling.server.welcome({ isConsentRequired: false })
  stranger = await scheduling.server.welcome({ isConsentRequired: false })
})
afterAll(() => scheduling.server.close())

const path = '/text/messaging/scheduled-messages'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const one = async (
  how: { frequency?: number; text?: string; deliveryDate?: number } = {},
): Promise<number> => {
  const [id] = await scheduling.schedule(client, { phones: [newPhone()], ...how })
  return id as number
}
const read = async (id: number) => (await client.call('GET', `${path}/${id}`)).body

/** A schedule that has fired its only time. */
async function ended(): Promise<number> {
  const id = await one()
  await scheduling.setDue([id])
  await scheduling.fireAll()
  return id
}

async function cancelled(): Promise<number> {
  const id = await one()
  await client.call('DELETE', `${path}/${id}`)
  return id
}

describe('the list, 200', () => {
  it('active first by next firing, then cancelled and ended, newest first', async () => {
    const own = await scheduling.server.welcome({ isConsentRequired: false })
    const at = (hours: number) => ({ phones: [newPhone()], deliveryDate: Date.now() + hours * hourMs })
    const [late] = await scheduling.schedule(own, at(3))
    const [gone] = await scheduling.schedule(own, at(9))
    const [soon] = await scheduling.schedule(own, at(1))
    const [over] = await scheduling.schedule(own, at(1))
    const [past] = await scheduling.schedule(own, at(1))
    await own.call('DELETE', `${path}/${gone}`)
    await scheduling.setDue([over, past])
    await scheduling.fireAll()
    const { status, body } = await own.call('GET', path)
    expect(status).toBe(200)
    expect(body.data.map(({ scheduleId }) => scheduleId)).toEqual([soon, late, gone, past, over])
    expect(body.pageInfo).toEqual({
      page: 1,
      pageSize: 50,
      totalRecord: 5,
      sortDirection: 'asc',
      sortBy: 'status',
    })
    const listed = async (query: string) =>
      (await own.call('GET', `${path}?${query}`)).body.data.map(({ scheduleId }) => scheduleId)
    expect(await listed('status=active')).toEqual([soon, late])
    expect(await listed('status=cancelled')).toEqual([gone])
    expect(await listed('status=ended')).toEqual([past, over])
    expect(await listed('pageSize=2&page=2')).toEqual([gone, past])
    const { body: beyond } = await own.call('GET', `${path}?pageSize=2&page=4`)
    expect([beyond.data, beyond.pageInfo.totalRecord]).toEqual([[], 5])
  })

  it('filters by number, with or without a status', async () => {
    const phone = newPhone()
    const [first] = await scheduling.schedule(client, { phones: [phone], text: 'One' })
    const [second] = await scheduling.schedule(client, { phones: [phone], text: 'Two' })
    await client.call('DELETE', `${path}/${second}`)
    const query = `phone=${encodeURIComponent(phone)}`
    const { body } = await client.call('GET', `${path}?${query}`)
    expect(body.data.map(({ scheduleId }) => scheduleId)).toEqual([first, second])
    expect(body.pageInfo.totalRecord).toBe(2)
    const { body: active } = await client.call('GET', `${path}?${query}&status=active`)
    expect(active.data).toMatchObject([{ scheduleId: first, phone, text: 'One', status: 'active' }])
    expect(active.pageInfo.totalRecord).toBe(1)
  })

  it('of another advisor contains none of them', async () => {
    await one()
    const { body } = await stranger.call('GET', path)
    expect([body.data, body.pageInfo.totalRecord]).toEqual([[], 0])
  })
})

it.each(['status=done', 'phone=12', 'page=0', 'pageSize=1000'])('the list, 400: %s', async query => {
  expect((await client.call('GET', `${path}?${query}`)).status).toBe(400)
})

describe('one of them, 200', () => {
  it('matches the request', async () => {
    const deliveryDate = Date.now() + hourMs
    const id = await one({ frequency: 4, text: ' As given ', deliveryDate })
    expect(await read(id)).toEqual({
      scheduleId: id,
      memberId: expect.any(Number) as number,
      phone: expect.stringMatching(/^\+1/) as string,
      text: ' As given ',
      status: 'active',
      deliveryDate,
      nextDeliveryDate: deliveryDate,
      frequency: 4,
      timeZone: 'America/New_York',
      dateTimeCreated: expect.any(String) as string,
      dateTimeModified: expect.any(String) as string,
      firings: [],
    })
  })

  it('shows the latest 100 firings, newest first', async () => {
    const id = await one({ frequency: 1 })
    await scheduling.server.owner.query(
      `insert into schedule_firing (advisor_id, schedule_id, occurrence, due_at, fired_at, outcome)
       select advisor_id, id, number, starts_at - make_interval(days => 1000 - number), now(), 'skipped'
       from schedule, generate_series(0, 149) as number where id = $1`,
      [id],
    )
    const firings = (await read(id)).firings as { deliveryDate: number }[]
    expect(firings).toHaveLength(100)
    const dates = firings.map(({ deliveryDate }) => deliveryDate)
    expect(dates).toEqual(dates.toSorted((older, newer) => newer - older))
  })
})

describe('an edit, 200', () => {
  const edit = async (id: number, body: object) => {
    const answer = await client.call('PUT', `${path}/${id}`, body)
    expect([answer.status, answer.body]).toEqual([200, { id }])
    return read(id)
  }

  it('replaces given fields and keeps the others', async () => {
    const id = await one({ frequency: 2, text: 'Before' })
    const before = await read(id)
    const renamed = await edit(id, { text: 'After' })
    expect(renamed).toEqual({ ...before, text: 'After', dateTimeModified: renamed.dateTimeModified })
    const deliveryDate = Date.now() + 5 * dayMs
    expect(await edit(id, { deliveryDate })).toMatchObject({
      text: 'After',
      frequency: 2,
      deliveryDate,
      nextDeliveryDate: deliveryDate,
    })
    expect(await edit(id, { frequency: 0 })).toMatchObject({ frequency: 0, nextDeliveryDate: deliveryDate })
    const changes = (await scheduling.entries(client.advisorId, 'schedule.changed')).slice(-3)
    expect(changes).toMatchObject([
      {
        actor: { kind: 'application', applicationId: client.applicationId },
        subject: { kind: 'schedule', id },
        facts: { to: before.phone, before: { text: 'Before' }, after: { text: 'After' } },
      },
      { facts: { after: { nextAt: new Date(deliveryDate).toISOString(), frequency: 2 } } },
      { facts: { before: { frequency: 2 }, after: { frequency: 0 } } },
    ])
  })

  it('without changes, or with the fields as read, is not recorded', async () => {
    const id = await one({ frequency: 1 })
    await scheduling.setDue([id])
    await scheduling.fireAll()
    const before = await read(id)
    expect(await edit(id, {})).toEqual(before)
    const { text, deliveryDate, frequency } = before
    expect(deliveryDate).toBeLessThan(Date.now())
    expect(await edit(id, { text, deliveryDate, frequency })).toEqual(before)
  })

  it('counts from the new date; past firings stay, and no occurrence repeats', async () => {
    const id = await one({ frequency: 1 })
    await scheduling.setDue([id])
    await scheduling.fireAll()
    const deliveryDate = Date.now() + 2 * hourMs
    expect(await edit(id, { deliveryDate, frequency: 6 })).toMatchObject({ nextDeliveryDate: deliveryDate })
    await scheduling.setDue([id])
    await scheduling.fireAll()
    const after = await read(id)
    expect(after.firings).toHaveLength(2)
    expect(after.nextDeliveryDate).toBeGreaterThan(Date.now() + 364 * dayMs)
    const rows = await scheduling.rows('select occurrence, first_occurrence from schedule where id = $1', id)
    expect(rows).toEqual([{ occurrence: 2, first_occurrence: 1 }])
  })

  it('adopts the advisor’s current time zone', async () => {
    const own = await scheduling.server.welcome({ isConsentRequired: false })
    const [id] = await scheduling.schedule(own, { phones: [newPhone()], frequency: 1 })
    await scheduling.server.owner.query(`update advisor set time_zone = 'America/Denver' where id = $1`, [
      own.advisorId,
    ])
    const zone = async () => (await own.call('GET', `${path}/${id}`)).text.match(/America\/\w+/)?.[0]
    await own.call('PUT', `${path}/${id}`, { text: 'New' })
    expect(await zone()).toBe('America/New_York')
    await own.call('PUT', `${path}/${id}`, { frequency: 2 })
    expect(await zone()).toBe('America/Denver')
  })
})

describe('an edit, 400', () => {
  it.each([
    ['a date in the past', () => ({ deliveryDate: Date.now() - 1 })],
    ['a date within the minute', () => ({ deliveryDate: Date.now() + 50_000 })],
    ['a date beyond 366 days', () => ({ deliveryDate: Date.now() + 367 * dayMs })],
    ['an unknown frequency', () => ({ frequency: 7 })],
    ['an empty text', () => ({ text: ' ' })],
    ['a text that is too long', () => ({ text: 'a'.repeat(1_601) })],
  ])('%s, and nothing changes', async (_, body) => {
    const id = await one()
    const before = await read(id)
    expect((await client.call('PUT', `${path}/${id}`, body())).status).toBe(400)
    expect(await read(id)).toEqual(before)
  })

  it.each([
    ['ended', ended, 'The scheduled text has ended.'],
    ['cancelled', cancelled, 'The scheduled text was cancelled.'],
  ])('one that is %s', async (_, make, detail) => {
    const id = await make()
    const { status, body } = await client.call('PUT', `${path}/${id}`, { text: 'New' })
    expect([status, body.code, body.detail]).toEqual([400, 'invalid_request', detail])
  })
})

describe('a cancellation', () => {
  it('204: it no longer fires and stays on the list; repeating is a no-op', async () => {
    const id = await one({ text: 'Cancelled' })
    const first = await client.call('DELETE', `${path}/${id}`)
    expect([first.status, first.text]).toEqual([204, ''])
    const after = await read(id)
    expect(after.status).toBe('cancelled')
    expect(after).not.toHaveProperty('nextDeliveryDate')
    expect((await client.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await read(id)).toEqual(after)
    await scheduling.fireAll()
    expect(await scheduling.rows(`select from message where text = 'Cancelled'`)).toEqual([])
    const entries = await scheduling.entries(client.advisorId, 'schedule.cancelled')
    expect(entries.filter(({ facts }) => facts['text'] === 'Cancelled')).toMatchObject([
      { subject: { kind: 'schedule', id }, facts: { to: after.phone } },
    ])
  })

  it('400: it has already ended', async () => {
    const { status, body } = await client.call('DELETE', `${path}/${await ended()}`)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})

describe('404', () => {
  it.each([
    ['GET', undefined],
    ['PUT', { text: 'Stolen' }],
    ['DELETE', undefined],
  ] as const)('%s of one that does not exist or is another advisor’s', async (method, body) => {
    const id = await one()
    const missing = await client.call(method, `${path}/${id + 1_024_000}`, body)
    const foreign = await stranger.call(method, `${path}/${id}`, body)
    expect([missing.status, foreign.status]).toEqual([404, 404])
    expect([missing.body.code, foreign.body.code]).toEqual(['not_found', 'not_found'])
    expect(foreign.body.detail).toBe(missing.body.detail)
    expect((await read(id)).status).toBe('active')
  })
})
