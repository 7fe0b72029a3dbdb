// The scheduler, its clock and its handling of failures.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import type { TextingClient } from '../../../test/servers/texting-server.ts'
import { fireSchedules } from './fire-schedules.ts'
import { startScheduler } from './start-scheduler.ts'

let scheduling: Scheduling
let client: TextingClient
beforeAll(async () => {
  scheduling = await startScheduling()
  client = await scheduling.server.welcome()
})
afterAll(() => scheduling.server.close())

const hourSeconds = 3_600
const daily = 1

const read = (id: number | undefined) => scheduling.read(client, id)
const textsTo = (phone: string, text: string) => scheduling.textsTo(phone, text)
const dueNow = (how: { frequency?: number } = {}) => scheduling.dueNow(client, how)

describe('the clock', () => {
  const dayMs = 24 * hourSeconds * 1_000
  it.each([
    ['ahead', dayMs],
    ['behind', -dayMs],
  ])('of a worker that is a day %s has no effect', async (_, wrongMs) => {
    const due = await dueNow({ frequency: daily })
    const [later] = await scheduling.schedule(client, { text: 'Later by the clock' })
    const before = await read(due.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongMs })
    try {
      expect(await scheduling.fireAll()).toBe(1)
    } finally {
      vi.useRealTimers()
    }
    const after = await read(due.id)
    expect(await textsTo(due.phone, due.text)).toHaveLength(1)
    expect(after.nextDeliveryDate - before.nextDeliveryDate).toBeLessThan(26 * hourSeconds * 1_000)
    expect(Math.abs(Date.parse(after.dateTimeModified) - Date.now())).toBeLessThan(60_000)
    expect((await read(later)).status).toBe('active')
  })

  it('of the database jumping a day ahead and back fires nothing twice and skips nothing', async () => {
    const { id, phone, text } = await dueNow({ frequency: daily })
    await scheduling.fireAll()
    const { nextDeliveryDate } = await read(id)
    // A clock a day ahead sees the next occurrence as due; one set back sees it a day further away.
    await scheduling.server.owner.query(
      `update schedule set next_at = next_at - interval '1 day' where id = $1`,
      [id],
    )
    expect(await scheduling.fireAll()).toBe(1)
    await scheduling.server.owner.query(
      `update schedule set next_at = next_at + interval '1 day' where id = $1`,
      [id],
    )
    expect(await scheduling.fireAll()).toBe(0)
    expect(await textsTo(phone, text)).toHaveLength(2)
    const rows = await scheduling.rows(
      'select occurrence from schedule_firing where schedule_id = $1 order by occurrence',
      id,
    )
    expect(rows).toEqual([{ occurrence: 0 }, { occurrence: 1 }])
    expect((await read(id)).nextDeliveryDate).toBeGreaterThan(nextDeliveryDate)
  })
})

describe('a failure', () => {
  it('rolls back the whole set, which fires afterwards', async () => {
    const { id, phone, text } = await dueNow({ frequency: daily })
    await scheduling.server.owner.query('alter table outbox rename to outbox_away')
    await expect(fireSchedules(scheduling.server.database, { limit: 500, except: [] })).rejects.toMatchObject(
      {
        scheduleIds: [id],
      },
    )
    await scheduling.server.owner.query('alter table outbox_away rename to outbox')
    expect(await textsTo(phone, text)).toEqual([])
    expect(await scheduling.fireAll()).toBe(1)
    expect(await textsTo(phone, text)).toHaveLength(1)
  })

  it('of one schedule does not block the others', async () => {
    const broken = await dueNow({ frequency: daily })
    const fine = [await dueNow(), await dueNow({ frequency: daily }), await dueNow()]
    // A zone missing from this version of the time zone data.
    await scheduling.server.owner.query(`update schedule set time_zone = 'Mars/Olympus' where id = $1`, [
      broken.id,
    ])
    const failures: (readonly number[])[] = []
    const scheduler = startScheduler(scheduling.server.database, (_, ids) => failures.push(ids))
    await vi.waitFor(
      async () => {
        for (const { phone, text } of fine) expect(await textsTo(phone, text)).toHaveLength(1)
        expect(failures).toHaveLength(2)
      },
      { timeout: 40_000 },
    )
    await scheduler.stop()
    expect(failures[1]).toEqual([broken.id])
    expect(await textsTo(broken.phone, broken.text)).toEqual([])
    await scheduling.server.owner.query(`update schedule set time_zone = 'UTC' where id = $1`, [broken.id])
    expect(await scheduling.fireAll()).toBe(1)
  })
})

describe('the scheduler', () => {
  it('fires what becomes due, and nothing after a stop', async () => {
    const first = await dueNow()
    const scheduler = startScheduler(scheduling.server.database, () => {})
    await vi.waitFor(async () => expect(await textsTo(first.phone, first.text)).toHaveLength(1), 60_000)
    const second = await dueNow()
    await vi.waitFor(async () => expect(await textsTo(second.phone, second.text)).toHaveLength(1), 60_000)
    await scheduler.stop()
    const third = await dueNow()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(await textsTo(third.phone, third.text)).toEqual([])
    await scheduling.fireAll()
  })
})
