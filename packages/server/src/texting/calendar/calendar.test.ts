import { appOperations, limits } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { fireSchedules } from '../schedules/fire-schedules.ts'

let server: AdvisorApp
let client: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())

const day = 86_400_000
const calendar = (from: number, to: number) =>
  client.ok(appOperations.getScheduleCalendar, { query: { from, to } })

async function schedule(deliveryDate: number, frequency = 0): Promise<number> {
  const { successes } = await client.ok(appOperations.sendFromApp, {
    body: { phoneNumbers: [newPhone()], text: 'Hello', scheduleDelivery: true, deliveryDate, frequency },
  })
  return successes[0]?.scheduleId ?? 0
}

describe('200: the calendar', () => {
  it('has past firings with their outcomes and every upcoming occurrence', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const now = Date.now()
    const fired = await schedule(now + 2 * day, 1)
    await server.owner.query(
      `update schedule set starts_at = starts_at - interval '49 hours', next_at = next_at - interval '49 hours' where id = $1`,
      [fired],
    )
    await fireSchedules(server.database, { limit: 10, except: [] })
    const once = await schedule(now + 10 * day)
    const weekly = await schedule(now + 3 * day, 2)
    const { items, isCut } = await calendar(now - 2 * day, now + 12 * day)
    expect(isCut).toBe(false)
    const of = (scheduleId: number) => items.filter(item => item.scheduleId === scheduleId)
    expect(of(once).map(({ at, state }) => [at, state])).toEqual([[now + 10 * day, 'due']])
    expect(of(weekly)).toHaveLength(2)
    const daily = of(fired)
    expect(daily[0]).toMatchObject({ state: 'accepted', at: now - day / 24, messageId: expect.any(Number) })
    expect(daily.slice(1).every(({ state }) => state === 'due')).toBe(true)
    // An hour ago, plus the next twelve days.
    expect(daily).toHaveLength(13)
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(
      (await calendar(now + 20 * day, now + 21 * day)).items.map(({ scheduleId }) => scheduleId),
    ).toEqual([fired])
  })

  it('shows why a firing was refused, and omits cancelled schedules', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const now = Date.now()
    const id = await schedule(now + 2 * day)
    await server.owner.query(`update schedule set starts_at = now(), next_at = now() where id = $1`, [id])
    await server.owner.query(`update member set consent = 'opted_out' where advisor_id = $1`, [
      client.advisorId,
    ])
    await fireSchedules(server.database, { limit: 10, except: [] })
    const { items } = await calendar(now - day, now + day)
    expect(items).toMatchObject([{ scheduleId: id, state: 'refused', code: 'opted_out' }])
  })

  it('of a distant year takes no longer than the current one', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const now = Date.now()
    for (const frequency of [1, 4, 6]) await schedule(now + 2 * day, frequency)
    const cpuBefore = process.cpuUsage()
    const far = Date.UTC(9999, 0, 15)
    const { items } = await calendar(far, far + 31 * day)
    expect(items.filter(({ frequency }) => frequency === 1)).toHaveLength(31)
    expect(items.filter(({ frequency }) => frequency === 4)).toHaveLength(1)
    // Counting three million days one by one would take two minutes and block every other request.
    expect(process.cpuUsage(cpuBefore).user / 1_000).toBeLessThan(2_000)
    const query = { from: far, to: 253_402_300_800_000 }
    expect((await client.call(appOperations.getScheduleCalendar, { query })).status).toBe(400)
  })

  it('is truncated at its limit', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const now = Date.now()
    const id = await schedule(now + day, 1)
    await server.owner.query(
      `insert into schedule (advisor_id, member_id, phone, text, starts_at, next_at, frequency, time_zone, created_at, modified_at)
       select advisor_id, member_id, phone, text, starts_at, next_at, frequency, time_zone, created_at, modified_at
       from schedule, generate_series(1, 99) where id = $1`,
      [id],
    )
    const { items, isCut } = await calendar(now, now + 30 * day)
    expect([items.length, isCut]).toEqual([limits.calendarItems, true])
  })
})

describe('400', () => {
  it.each([
    ['no span', {}],
    ['an end before the start', { from: 1_796_137_200_000, to: 1_796_137_100_000 }],
    ['too long a span', { from: 1_796_137_200_000, to: 1_796_137_200_000 + 46 * day }],
    ['seconds', { from: 1_796_137_200, to: 1_796_137_300 }],
    ['words', { from: 'now', to: 'then' }],
  ])('refuses %s', async (_what, query: Record<string, string | number>) => {
    expect((await client.call(appOperations.getScheduleCalendar, { query })).status).toBe(400)
  })
})
