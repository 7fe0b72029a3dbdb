// The overview against the journal: PARLEY_TEST_ENTRIES sets how many random entries.
import { type OverviewFigure, overviewFigures } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { countByHand } from '../../../test/database/count-by-hand.ts'
import { addFirmOf, writeRandomly } from '../../../test/database/random-entries.ts'
import { newPhone, startTexting, type TextingServer } from '../../../test/servers/texting-server.ts'
import { append, type Entry, ensurePartitions } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { runSealer } from '../../sealing/index.ts'
import { foldJournal } from './fold-journal.ts'
import { getFirmOverview } from './get-firm-overview.ts'
import { listAdvisorFigures } from './list-advisor-figures.ts'
import { listCountedEntries } from './list-counted-entries.ts'
import { addDays } from './spans-of.ts'

const entryCount = Number(process.env['PARLEY_TEST_ENTRIES'] ?? 3_000)
const today = new Date().toISOString().slice(0, 10)
const yearAgo = addDays(today, -365)

let server: TextingServer
let database: Database
let sealing: ReturnType<typeof runSealer>

beforeAll(async () => {
  server = await startTexting()
  ;({ database } = server)
  sealing = runSealer({ database: server.sealer, log: createLogger('silent') })
  await ensurePartitions(database, new Date(Date.now() - 370 * 86_400_000))
})
afterAll(async () => {
  await sealing.stop()
  await server.close()
})

/** Everything that is committed is in the log. */
const sealed = (): Promise<void> =>
  eventually('every entry is in the log', async () => {
    const { rows } = await database.query('select (select count(*) from journal) <= size as is from log_head')
    return rows[0]?.is
  })

async function count(entriesOfBatch?: number): Promise<void> {
  await sealed()
  // A round ends after some seconds, whatever is left.
  for (let left = 1; left > 0; ) {
    await foldJournal(database, entriesOfBatch)
    const { rows } = await database.query('select size - position as left from overview_cursor, log_head')
    left = rows[0]?.left
  }
}

const ranges: readonly (readonly [string, string])[] = [
  [yearAgo, today],
  [addDays(today, -89), today],
  [addDays(today, -29), today],
  [addDays(today, -200), addDays(today, -100)],
  [addDays(today, -3), addDays(today, -3)],
  [today, today],
]

type Counts = Awaited<ReturnType<typeof countByHand>>
const within = (
  counts: Counts,
  advisorIds: readonly number[],
  [from, to]: readonly [string, string],
): Counts => counts.filter(({ advisorId, day }) => advisorIds.includes(advisorId) && day >= from && day <= to)
const numbersOf = (counts: Counts): Record<OverviewFigure, number> =>
  Object.fromEntries(
    overviewFigures.map(name => [name, counts.filter(({ figure }) => figure === name).length]),
  ) as Record<OverviewFigure, number>

/** Without the median, which is estimated. */
const exactOf = (figures: Record<OverviewFigure, number>): Record<OverviewFigure, number> =>
  Object.fromEntries(overviewFigures.map(name => [name, figures[name]])) as Record<OverviewFigure, number>

/** Within the bucket that holds the middle answer, or at the limit of the last one. */
function expectMedian(seconds: number | undefined, counts: Counts): void {
  const waits = counts.flatMap(({ waitedMs }) => waitedMs ?? []).toSorted((one, other) => one - other)
  if (waits.length === 0) return expect(seconds).toBeUndefined()
  const limitMs = (ms: number): number => Math.min(Math.max(ms, 15_000), 15_000 * 2 ** 15)
  const lower = limitMs(waits[Math.ceil(waits.length / 2) - 1] ?? 0)
  expect((seconds ?? 0) * 1000).toBeGreaterThanOrEqual(lower / Math.SQRT2 - 1000)
  expect((seconds ?? 0) * 1000).toBeLessThanOrEqual(lower * Math.SQRT2 + 1000)
}

async function listAll(
  request: Omit<Parameters<typeof listCountedEntries>[1], 'cursor' | 'limit'>,
): Promise<{ entries: Awaited<ReturnType<typeof listCountedEntries>>['data']; total: number }> {
  const entries: Awaited<ReturnType<typeof listCountedEntries>>['data'] = []
  let cursor: string | undefined
  for (;;) {
    const page = await listCountedEntries(database, { ...request, cursor, limit: 37 })
    entries.push(...page.data)
    if (page.nextCursor === undefined) return { entries, total: page.total }
    expect(page.data).toHaveLength(37)
    cursor = page.nextCursor
  }
}

/** In seconds, by entry. */
const waitsOf = (
  entries: readonly {
    readonly entryId: number
    readonly waitedSeconds?: number
    readonly waitedMs?: number
  }[],
): Map<number, number> =>
  new Map(
    entries
      .toSorted((one, other) => one.entryId - other.entryId)
      .flatMap(({ entryId, waitedSeconds, waitedMs }) => {
        const seconds = waitedSeconds ?? (waitedMs === undefined ? undefined : Math.round(waitedMs / 1000))
        return seconds === undefined ? [] : [[entryId, seconds] as const]
      }),
  )

const byNumber = (one: number, other: number): number => one - other

/** Every figure, of the firm and of each advisor, and what it leads to. */
async function expectExact(firmId: number, advisorIds: readonly number[]): Promise<void> {
  const counts = await countByHand(database)
  for (const range of ranges) {
    const [from, to] = range
    const expected = within(counts, advisorIds, range)
    const overview = await getFirmOverview(database, { firmId, from, to })
    expect(exactOf(overview.totals)).toEqual(numbersOf(expected))
    expectMedian(overview.totals.medianResponseSeconds, expected)
    const days = overview.series.length
    const before = [addDays(from, -days), addDays(from, -1)] as const
    expect(exactOf(overview.previous)).toEqual(numbersOf(within(counts, advisorIds, before)))
    expect(overview.series.map(each => ({ day: each.day, ...exactOf(each) }))).toEqual(
      Array.from({ length: days }, (_, index) => {
        const day = addDays(from, index)
        return { day, ...numbersOf(within(counts, advisorIds, [day, day])) }
      }),
    )
    const byAdvisor = await listAdvisorFigures(database, {
      firmId,
      from,
      to,
      sortBy: 'replies',
      sortDirection: 'desc',
      page: 1,
      pageSize: 200,
    })
    expect(byAdvisor.data.map(({ advisorId }) => advisorId).toSorted(byNumber)).toEqual(advisorIds)
    for (const figures of byAdvisor.data) {
      const own = within(counts, [figures.advisorId], range)
      expect(exactOf(figures)).toEqual(numbersOf(own))
      expectMedian(figures.medianResponseSeconds, own)
    }
    for (const figure of overviewFigures) {
      for (const advisorId of [undefined, ...advisorIds]) {
        const own = within(counts, advisorId === undefined ? advisorIds : [advisorId], range)
        const ids = own.filter(one => one.figure === figure).map(({ entryId }) => entryId)
        const { entries, total } = await listAll({ firmId, advisorId, figure, from, to })
        expect(total).toBe(ids.length)
        expect(entries.map(({ entryId }) => entryId).toSorted(byNumber)).toEqual(ids.toSorted(byNumber))
        expect(JSON.stringify(entries)).not.toMatch(/secret|2025550123/)
        if (figure === 'answers') expect(waitsOf(entries)).toEqual(waitsOf(own))
      }
    }
  }
}

it('every figure equals a plain count of the journal, and leads to the entries that it counts', async () => {
  const own = await addFirmOf(database, 3)
  const other = await addFirmOf(database, 2)
  await writeRandomly(database, [...own.advisorIds, ...other.advisorIds], entryCount)
  // Small batches, so that clients wait from one to the next.
  await count(11)
  await expectExact(own.firmId, own.advisorIds)
  await expectExact(other.firmId, other.advisorIds)
}, 120_000)

it('shows nothing of another firm', async () => {
  const own = await addFirmOf(database, 1)
  const other = await addFirmOf(database, 1)
  const [advisorId = 0] = other.advisorIds
  await writeRandomly(database, other.advisorIds, entryCount)
  await count()
  const range = { from: yearAgo, to: today }
  const { totals, series, entriesBehind } = await getFirmOverview(database, { firmId: own.firmId, ...range })
  expect(Object.values(totals)).toEqual(overviewFigures.map(() => 0))
  expect(series).toHaveLength(366)
  expect(entriesBehind).toBe(0)
  for (const figure of overviewFigures) {
    const page = await listCountedEntries(database, { firmId: own.firmId, figure, ...range, limit: 10 })
    expect(page).toEqual({ data: [], total: 0 })
    await expect(
      listCountedEntries(database, { firmId: own.firmId, advisorId, figure, ...range, limit: 10 }),
    ).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(getFirmOverview(database, { firmId: own.firmId, advisorId, ...range })).rejects.toMatchObject({
    code: 'not_found',
  })
}, 60_000)

it('counts what happens through the API within a second: a STOP, an answer, a consent', async () => {
  const client = await server.welcome()
  const { firmId } = client
  const [first, second] = [newPhone(), newPhone()]
  await client.accept(first)
  await client.ask([second])
  await client.ask([second])
  await client.reply(first, 'Could you call me about the fund?')
  await client.reply(first, 'Or tomorrow')
  await client.send({ phoneNumbers: [first], text: 'I will call you at three.' })
  await client.send({ phoneNumbers: [first], text: 'Or at four.' })
  await client.reply(first, 'STOP')
  await count()
  const { totals, dateTimeComplete } = await getFirmOverview(database, { firmId, from: today, to: today })
  expect(totals).toMatchObject({
    replies: 4,
    consentsAsked: 2,
    consentsGiven: 1,
    optOuts: 1,
    answers: 1,
    medianResponseSeconds: 15,
  })
  const counts = await countByHand(database)
  expect(exactOf(totals)).toEqual(numbersOf(within(counts, [client.advisorId], [today, today])))
  expect(Date.now() - Date.parse(dateTimeComplete ?? '')).toBeLessThan(60_000)
  const { data } = await listCountedEntries(database, {
    firmId,
    figure: 'optOuts',
    from: today,
    to: today,
    limit: 10,
  })
  expect(data).toMatchObject([{ kind: 'consent.revoked', actor: { kind: 'recipient' } }])
})

it('counts what commits late, once', async () => {
  const { firmId, advisorIds } = await addFirmOf(database, 1)
  const reply = (): Entry => ({
    actor: { kind: 'recipient', memberId: 1 },
    advisorId: advisorIds[0] ?? 0,
    at: new Date().toISOString(),
    facts: { classifyInbound: { kind: 'other' }, memberId: 1 },
    kind: 'message.received',
    subject: { id: 1, kind: 'message' },
    traceId: null,
  })
  const replies = async (): Promise<number> =>
    (await getFirmOverview(database, { firmId, from: yearAgo, to: today })).totals.replies
  let countedMeanwhile = 0
  await inTransaction(database, async late => {
    await append(late, [reply()])
    await inTransaction(database, early => append(early, [reply()]))
    await count()
    countedMeanwhile = await replies()
  })
  expect(countedMeanwhile).toBe(1)
  await count()
  await count()
  expect(await replies()).toBe(2)
})

it('is exact after a worker died in the middle, and with several at once', async () => {
  const { firmId, advisorIds } = await addFirmOf(database, 2)
  await writeRandomly(database, advisorIds, entryCount)
  const pool = createPool({
    url: server.databaseUrl,
    size: 3,
    applicationName: 'dying worker',
    connectTimeoutMs: 5_000,
  })
  const blocker = await server.owner.connect()
  try {
    await sealed()
    await blocker.query('begin; lock table overview_period in exclusive mode')
    const dying = foldJournal(pool, 500).then(
      () => 'it finished',
      () => 'it died',
    )
    await eventually(
      'the worker is in the middle and killed',
      async () => {
        const { rows } = await database.query<{ killed: number }>(
          `select count(pg_terminate_backend(pid)) as killed from pg_stat_activity
         where datname = current_database() and application_name = 'dying worker' and wait_event_type = 'Lock'`,
        )
        return rows[0]?.killed === 1
      },
      10_000,
    )
    expect(await dying).toBe('it died')
  } finally {
    await blocker.query('rollback')
    blocker.release()
    await pool.end()
  }
  await Promise.all([1, 2, 3].map(() => foldJournal(database, 50)))
  await count()
  await expectExact(firmId, advisorIds)
}, 120_000)
