// Message partitions: few, created long before they are needed, and without one a send fails instead of being misplaced.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newPhone, startTexting, type TextingServer } from '../../../test/servers/texting-server.ts'
import { createOperatorServer } from '../../app.ts'
import { ensurePartitions } from '../../journal/index.ts'
import { observeRoom } from '../../platform/partitions/observe-room.ts'
import { readRoom } from '../../platform/partitions/room.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { startMetrics } from '../../platform/telemetry/metrics.ts'
import { ensureMessagePartitions } from './ensure-message-partitions.ts'

const million = 1_000_000
const idOf = (text: number): number => 1 + text * 1024

let server: TextingServer
beforeAll(async () => {
  server = await startTexting()
})
afterAll(() => server.close())
const metrics = startMetrics()

const rowsOf = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await server.owner.query<Row>(sql, values)).rows

const attached = (table = 'message'): Promise<{ name: string; lower: number; upper: number }[]> =>
  rowsOf(
    `select partition::text as name, lower_bound::bigint as lower, upper_bound::bigint as upper
     from partition_ranges($1) order by lower_bound::bigint`,
    table,
  )

const startAt = async (text: number): Promise<void> => {
  await rowsOf(`select setval('message_id', $1)`, idOf(text))
}

const room = async (): Promise<number> => (await readRoom(server.database, []))[0]?.texts ?? -1

/** As on a new installation. */
beforeEach(async () => {
  for (const { name } of await attached()) {
    await server.owner.query(`drop table ${name}, ${name.replace('message', 'delivery')}`)
  }
  await startAt(0)
  await ensureMessagePartitions(server.database)
})

describe('partitions', () => {
  it('a small installation has two', async () => {
    await startAt(3 * million)
    expect(await ensureMessagePartitions(server.database)).toBe(0)
    expect(await attached()).toHaveLength(2)
  })

  it('with 5 million texts a day, at most 16 are attached after three years and 24 after ten, without gaps', async () => {
    const counts = new Map<number, number>()
    let least = Number.POSITIVE_INFINITY
    for (let day = 5; day <= 3650; day += 5) {
      await startAt(day * 5 * million)
      least = Math.min(least, await room())
      await ensureMessagePartitions(server.database)
      if (day === 1095 || day === 3650) counts.set(day, (await attached()).length)
    }
    expect(counts.get(1095)).toBeLessThanOrEqual(16)
    expect(counts.get(3650)).toBeLessThanOrEqual(24)
    expect(least).toBeGreaterThan(370 * million)
    const ranges = await attached()
    expect(await attached('delivery')).toEqual(
      ranges.map(range => ({ ...range, name: range.name.replace('message', 'delivery') })),
    )
    expect(ranges.slice(1).map(({ lower }) => lower)).toEqual(ranges.slice(0, -1).map(({ upper }) => upper))
  })

  it('a sequence that jumped, as after a restore, has partitions up to its new value', async () => {
    await startAt(2_000 * million)
    expect(await room()).toBe(0)
    await ensureMessagePartitions(server.database)
    expect(await room()).toBeGreaterThanOrEqual(399 * million)
    const [first] = await attached()
    expect(first?.lower).toBe(0)
  })

  it('are created once by concurrent calls', async () => {
    await startAt(900 * million)
    const made = await Promise.all([1, 2, 3, 4].map(() => ensureMessagePartitions(server.database)))
    expect(made.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 2])
  })

  it('are created while texts are written and a partition is being vacuumed', async () => {
    const [vacuum, writer] = [await server.owner.connect(), await server.database.connect()]
    try {
      // A vacuum holds this lock until it has finished.
      await vacuum.query('begin; lock table message_00000 in share update exclusive mode')
      await writer.query('begin; lock table message in row exclusive mode')
      await startAt(500 * million)
      expect(await ensureMessagePartitions(server.database)).toBe(1)
    } finally {
      vacuum.release(true)
      writer.release(true)
    }
  })
})

describe('without a partition', () => {
  const operatorServer = () =>
    createOperatorServer({
      config: { cell: 1, environment: 'sandbox', publicOrigin: 'https://parley.test', trustedProxies: [] },
      database: server.database,
      log: createLogger('silent'),
      metrics,
    })

  it('a send fails, is stored nowhere, and works when there is one', async () => {
    const client = await server.welcome()
    const phone = newPhone()
    await client.accept(phone)
    const countAll = (): Promise<object[]> =>
      rowsOf(`select (select count(*) from message) as messages, (select count(*) from outbox) as waiting,
        (select count(*) from journal where kind = 'message.accepted') as entries`)
    const before = await countAll()
    await startAt(900 * million)
    const refused = await client.send({ phone, text: 'x' }, { 'idempotency-key': 'key' })
    expect(refused).toMatchObject({ status: 500, body: { code: 'internal_error' } })
    expect(await countAll()).toEqual(before)
    await ensureMessagePartitions(server.database)
    const accepted = await client.send({ phone, text: 'x' }, { 'idempotency-key': 'key' })
    expect(accepted.status).toBe(200)
  })

  it('the process is not ready, and metrics say how much room is left', async () => {
    const app = operatorServer()
    const refresh = observeRoom(server.database)
    const shownRoom = async (): Promise<number> => {
      await refresh()
      const [, shown = ''] = /^parley_room_texts (\d+)$/m.exec((await app.inject('/metrics')).body) ?? []
      return Number(shown)
    }
    await startAt(100 * million)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    expect(await shownRoom()).toBe(700 * million - 1)
    await startAt(800 * million - 2)
    expect(await shownRoom()).toBe(1)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await startAt(800 * million - 1)
    expect(await shownRoom()).toBe(0)
    expect((await app.inject('/readyz')).json()).toMatchObject({
      detail: 'Not ready: there is no partition for new texts, start parley worker or run parley migrate.',
    })
    await ensureMessagePartitions(server.database)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
  })

  it('of the journal, the process is not ready either', async () => {
    const app = operatorServer()
    const refresh = observeRoom(server.database)
    await refresh()
    const [, seconds] = /^parley_room_journal_seconds (\d+)$/m.exec((await app.inject('/metrics')).body) ?? []
    expect(Number(seconds)).toBeGreaterThan(365 * 86_400)
    const partitions = await rowsOf<{ name: string }>(
      `select partition::text as name from partition_ranges('journal') where upper_bound::timestamptz > now()`,
    )
    for (const { name } of partitions) await server.owner.query(`drop table ${name}`)
    expect((await app.inject('/readyz')).json()).toMatchObject({
      detail:
        'Not ready: there is no partition for new journal entries, start parley worker or run parley migrate.',
    })
    await ensurePartitions(server.database)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
  })
})
