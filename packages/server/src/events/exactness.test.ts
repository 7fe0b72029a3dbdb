// Writers that overlap, wait for each other and roll back; readers that are interrupted. PARLEY_TEST_EVENTS sets how many events.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ParleyEvent } from '@parley/contract'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEventStreamOf } from '../../test/http/partner-stream.ts'
import { type EventsApplication, type EventsServer, startEvents } from '../../test/servers/events-server.ts'
import { createPool, type Database } from '../platform/db/pool.ts'

const eventsWanted = Number(process.env['PARLEY_TEST_EVENTS'] ?? 1_500)
const writerCount = eventsWanted > 10_000 ? 32 : 10
const placesOfAdvisor = 2

let server: EventsServer
let writers: Database
let application: EventsApplication
/** Advisors with their places. The last one allows another application only. */
let advisorIds: readonly number[]

beforeAll(async () => {
  server = await startEvents()
  writers = createPool({
    url: server.databaseUrl,
    size: writerCount + 2,
    applicationName: 'test',
    connectTimeoutMs: 30_000,
  })
  await server.owner.query(`
    create table meeting (place bigint primary key, visits bigint not null default 0);
    create table early (writer integer);
    grant select, insert, update on meeting to parley_app;
    grant insert on early to parley_app`)
  application = await server.addApplication()
  const own = [await application.welcome(), await application.welcome(), await application.welcome()]
  const stranger = await (await server.addApplication()).welcome()
  advisorIds = [...own, stranger].map(({ id }) => id)
  const places = advisorIds.flatMap(id =>
    Array.from({ length: placesOfAdvisor }, (_, index) => placeOf(id, index)),
  )
  await server.owner.query('insert into meeting select unnest($1::bigint[])', [places])
})
afterAll(async () => {
  await writers.end()
  await server.close()
})

const placeOf = (advisorId: number, index: number): number => advisorId * 10 + index
const visitsMax = 10_000_000

/** Counts a visit under the lock of its place. The subject of its event names place and count. */
async function visit(client: PoolClient, advisorId: number, index: number): Promise<void> {
  const place = placeOf(advisorId, index)
  const { rows } = await client.query<{ visits: number }>(
    'update meeting set visits = visits + 1 where place = $1 returning visits',
    [place],
  )
  await client.query(
    `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
     values ($1, clock_timestamp(), 'group.created', $2, '{"actor":{"kind":"advisor"},"traceId":null}', '{}',
       sha256(''), sha256(''))`,
    [advisorId, place * visitsMax + Number(rows[0]?.visits)],
  )
}

async function write(count: number): Promise<void> {
  const client = await writers.connect()
  try {
    for (let written = 0; written < count; ) {
      await client.query('begin')
      // Its transaction id is then from before it waits for the lock.
      if (randomInt(2) === 0) await client.query('insert into early values (1)')
      const advisorId = advisorIds[randomInt(advisorIds.length)] ?? 0
      await visit(client, advisorId, randomInt(placesOfAdvisor))
      if (randomInt(3) === 0) await sleep(randomInt(10))
      const isKept = randomInt(10) > 0
      await client.query(isKept ? 'commit' : 'rollback')
      if (isKept) written += 1
    }
  } finally {
    client.release()
  }
}

/** Breaches of what a reader is promised: each visit of a place once, in the order of the lock. */
function breachesOf(subjectIds: readonly number[], visits: ReadonlyMap<number, number>) {
  const last = new Map<number, number>()
  let outOfOrder = 0
  let foreign = 0
  for (const id of subjectIds) {
    const place = Math.floor(id / visitsMax)
    if (!visits.has(place)) foreign += 1
    if (id % visitsMax !== (last.get(place) ?? 0) + 1) outOfOrder += 1
    last.set(place, id % visitsMax)
  }
  const expected = [...visits.values()].reduce((sum, count) => sum + count, 0)
  return { missing: expected - new Set(subjectIds).size, outOfOrder, foreign }
}

const none = { missing: 0, outOfOrder: 0, foreign: 0 }

/** What was committed at the places of the application's advisors. */
async function visitsOf(ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await server.database.query<{ place: number; visits: number }>(
    'select place, visits from meeting where place / 10 = any ($1::bigint[])',
    [ids],
  )
  return new Map(rows.map(({ place, visits }) => [place, visits]))
}

describe('readers beside writers', () => {
  it(`see each of ${eventsWanted} events once and in order, by pages and by stream, and the same`, async () => {
    let isWritten = false
    const cursors: string[] = []
    const byPages = async (): Promise<ParleyEvent[]> => {
      const events: ParleyEvent[] = []
      let after: string | undefined
      for (;;) {
        const wasWritten = isWritten
        const { page } = await application.read({
          ...(after !== undefined && { after }),
          limit: randomInt(1, 201),
          waitSeconds: randomInt(2),
        })
        events.push(...page.data.map(({ event }) => event))
        cursors.push(...page.data.map(({ cursor }) => cursor))
        after = page.cursor
        if (wasWritten && !page.hasMore && page.data.length === 0) return events
      }
    }
    const byStream = async (): Promise<string[]> => {
      const events: string[] = []
      let lastId = ''
      let quietSince = Number.POSITIVE_INFINITY
      while (performance.now() - quietSince < 2_000) {
        const headers =
          lastId === '' ? application.headers : { ...application.headers, 'last-event-id': lastId }
        const stream = await openEventStreamOf(server.url, headers)
        await sleep(randomInt(200, 600))
        stream.close()
        await stream.ended
        events.push(...stream.events.map(({ data }) => data))
        if (stream.events.length > 0 || !isWritten) quietSince = performance.now()
        lastId = stream.events.at(-1)?.id ?? lastId
      }
      return events
    }
    const reading = Promise.all([byPages(), byStream()])
    await Promise.all(Array.from({ length: writerCount }, () => write(Math.ceil(eventsWanted / writerCount))))
    await server.sealed()
    isWritten = true
    const [pages, stream] = await reading
    const visits = await visitsOf(advisorIds.slice(0, -1))
    const subjects = pages.map(({ subject }) => subject.id)
    expect(breachesOf(subjects, visits)).toEqual(none)
    expect(stream.map(text => (JSON.parse(text) as ParleyEvent).id)).toEqual(pages.map(({ id }) => id))
    expect(new Set(cursors).size).toBe(cursors.length)
    const sequences = Map.groupBy(pages, ({ advisor }) => advisor)
    for (const events of sequences.values()) {
      // Nothing but events is on record here, so the numbers have no gap.
      const numbers = events.map(({ sequence }) => sequence)
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
    }
  }, 3_600_000)
})

describe('the checks catch a reader', () => {
  interface WrongReader {
    readonly read: (after: string) => Promise<{ subjectId: number; at: string }[]>
  }
  const wrongReaders: Record<string, WrongReader> = {
    'that reads everything above the last id': {
      read: async after => {
        const { rows } = await server.database.query<{ subjectId: number; at: string }>(
          `select subject_id as "subjectId", id::text as at from journal
           where id > $1::bigint and advisor_id = any ($2) order by id`,
          [after, advisorIds.slice(0, -1)],
        )
        return rows
      },
    },
    'that orders by transaction id, below the oldest running one': {
      read: async after => {
        const { rows } = await server.database.query<{ subjectId: number; at: string }>(
          `select subject_id as "subjectId", tx::text as at from journal
           where tx > $1::text::xid8 and tx < pg_snapshot_xmin(pg_current_snapshot()) and advisor_id = any ($2)
           order by tx, id`,
          [after, advisorIds.slice(0, -1)],
        )
        return rows
      },
    },
  }

  it.each(Object.entries(wrongReaders))('%s', async (_, { read }) => {
    const [advisorId = 0] = advisorIds
    const seen: number[] = []
    let after = '0'
    const readOn = async (): Promise<void> => {
      const rows = await read(after)
      seen.push(...rows.map(({ subjectId }) => subjectId))
      after = rows.at(-1)?.at ?? after
    }
    const begun = async (): Promise<PoolClient> => {
      const client = await writers.connect()
      await client.query('begin')
      return client
    }
    await readOn()
    const [late, quick] = [await begun(), await begun()]
    // The first has the lower transaction id and gets the lock last; the first entry is committed after the second one.
    await late.query('insert into early values (1)')
    await visit(quick, advisorId, 0)
    const waiting = visit(late, advisorId, 0)
    await sleep(100)
    const open = await begun()
    await visit(open, advisorId, 1)
    await quick.query('commit')
    await waiting
    await late.query('commit')
    await readOn()
    await open.query('commit')
    for (const client of [late, quick, open]) client.release()
    await readOn()
    const breaches = breachesOf(seen, await visitsOf(advisorIds.slice(0, -1)))
    expect(breaches.missing + breaches.outOfOrder).toBeGreaterThan(0)
  })
})
