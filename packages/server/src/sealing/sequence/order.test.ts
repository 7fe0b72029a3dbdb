import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createPool } from '../../platform/db/pool.ts'
import { LogTree } from '../tree/log-tree.ts'
import { sequenceEntries } from './sequence-entries.ts'

const { database, owner, sealer, url } = await useTestDatabase()
const tree = new LogTree()
const writers = createPool({ url, size: 12, applicationName: 'test', connectTimeoutMs: 30_000 })
afterAll(() => writers.end())

// A lock that two transactions can meet at, and a row that a transaction can write before it has the lock.
beforeAll(async () => {
  await owner.query(`
    create table meeting (place integer primary key, visits integer not null default 0);
    insert into meeting select place, 0 from generate_series(1, 6) as place;
    create table early (writer integer);
    grant select, update on meeting to parley_app;
    grant select, insert on early to parley_app`)
})

async function drawTransactionId(client: PoolClient): Promise<string> {
  const written = 'insert into early values (1) returning pg_current_xact_id()::text as id'
  return (await client.query<{ id: string }>(written)).rows[0]?.id ?? ''
}

/** Holds the lock of the place from here to the end of the transaction, and notes the visit as an entry. */
async function visit(
  client: PoolClient,
  place: number,
  whileHolding: () => Promise<unknown> = async () => {},
) {
  const locked = 'select visits from meeting where place = $1 for no key update'
  const { rows } = await client.query<{ visits: number }>(locked, [place])
  await whileHolding()
  const visits = (rows[0]?.visits ?? 0) + 1
  await client.query('update meeting set visits = $2 where place = $1', [place, visits])
  await client.query(
    `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
     values ($1, clock_timestamp(), 'test.visited', $2, '{}', '{}', sha256(''), sha256(''))`,
    [place, visits],
  )
}

async function begun(): Promise<PoolClient> {
  const client = await writers.connect()
  await client.query('begin')
  return client
}

async function commit(...clients: readonly PoolClient[]): Promise<void> {
  for (const client of clients) {
    await client.query('commit')
    client.release()
  }
}

interface Visit {
  readonly place: number
  readonly visits: number
}

const visitsInLog = async (): Promise<Visit[]> => {
  const { rows } = await database.query<Visit>(
    `select owner_id as place, subject_id as visits from log_entry
     join journal on journal.advisor_id = owner_id and journal.occurred_at = log_entry.occurred_at and journal.id = entry_id
     order by log_index`,
  )
  return rows
}

/** Entries that come before one whose lock they waited for. */
function outOfOrder(visits: readonly Visit[]): Visit[] {
  const highest = new Map<number, number>()
  return visits.filter(({ place, visits: number }) => {
    const isLate = number < (highest.get(place) ?? 0)
    highest.set(place, Math.max(number, highest.get(place) ?? 0))
    return isLate
  })
}

/**
 * The usual advice: everything below the oldest running transaction, in windows. The caller says which that is: on a server that others
 * use, theirs would count as well.
 */
function byOldestRunning(from: string): (oldest: string) => Promise<Visit[]> {
  let lowest = from
  return async oldest => {
    const { rows } = await database.query<Visit>(
      `select advisor_id as place, subject_id as visits from journal
       where tx >= $1::text::xid8 and tx < $2::text::xid8 and kind = 'test.visited' order by id`,
      [lowest, oldest],
    )
    lowest = oldest
    return rows
  }
}

/** The other usual advice: everything above the last id. */
function byHighestId(): () => Promise<Visit[]> {
  let last = 0
  return async () => {
    const { rows } = await database.query<Visit & { id: number }>(
      `select advisor_id as place, subject_id as visits, id from journal
       where id > $1 and kind = 'test.visited' order by id`,
      [last],
    )
    last = rows.at(-1)?.id ?? last
    return rows
  }
}

const size = async (): Promise<number> =>
  (await database.query<{ size: number }>('select size from log_head')).rows[0]?.size ?? -1

beforeEach(async () => {
  await sequenceEntries(sealer, tree)
})

describe('one order', () => {
  it('agrees with locks where a window of transaction ids does not', async () => {
    const before = (await visitsInLog()).length
    // The first to draw an id is the last to get the lock, and a third transaction keeps the window between them.
    const second = await begun()
    const window = byOldestRunning(await drawTransactionId(second))
    const between = await begun()
    const oldest = await drawTransactionId(between)
    const first = await begun()
    await visit(first, 1)
    const waiting = visit(second, 1)
    await commit(first)
    await waiting
    await commit(second)
    const seen = await window(oldest)
    await sequenceEntries(sealer, tree)
    await commit(between)
    seen.push(...(await window(String(Number.MAX_SAFE_INTEGER))))
    await sequenceEntries(sealer, tree)
    expect(outOfOrder(seen)).toHaveLength(1)
    const inLog = (await visitsInLog()).slice(before)
    expect(inLog).toHaveLength(2)
    expect(outOfOrder(inLog)).toEqual([])
  })

  it('misses nothing where a highest id does', async () => {
    const following = byHighestId()
    await following()
    const before = (await visitsInLog()).length
    const slow = await begun()
    await visit(slow, 2)
    const quick = await begun()
    await visit(quick, 3)
    await commit(quick)
    const seen = await following()
    await sequenceEntries(sealer, tree)
    await commit(slow)
    seen.push(...(await following()))
    await sequenceEntries(sealer, tree)
    expect(seen.map(({ place }) => place)).toEqual([3])
    expect((await visitsInLog()).slice(before).map(({ place }) => place)).toEqual([3, 2])
  })

  it('does not wait for an open transaction, and takes its entries when it commits, also below a savepoint', async () => {
    const before = await size()
    const long = await begun()
    await long.query('savepoint one')
    await visit(long, 4)
    await long.query('release savepoint one')
    await long.query('savepoint two')
    await visit(long, 4)
    await long.query('rollback to savepoint two')
    for (const expected of [1, 2, 3]) {
      const short = await begun()
      await visit(short, 5)
      await commit(short)
      expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 1 })
      expect(await size()).toBe(before + expected)
    }
    await commit(long)
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 1 })
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 0 })
  })

  it('has every committed entry once, under writers that wait for each other, roll back and stay open', async () => {
    const end = performance.now() + 4_000
    let committed = 0
    const before = await size()
    const write = async (): Promise<void> => {
      while (performance.now() < end) {
        const client = await begun()
        if (Math.random() < 0.5) await drawTransactionId(client)
        await sleep(Math.random() * 12)
        await visit(client, 1 + Math.floor(Math.random() * 6), () => sleep(Math.random() * 15))
        if (Math.random() < 0.15) {
          await client.query('rollback')
          client.release()
        } else {
          await commit(client)
          committed += 1
        }
      }
    }
    const stayOpen = async (): Promise<void> => {
      const client = await begun()
      await drawTransactionId(client)
      await sleep(3_000)
      await visit(client, 1)
      await commit(client)
      committed += 1
    }
    const state = { isWriting: true }
    const seal = async (ownTree: LogTree): Promise<void> => {
      while (state.isWriting) {
        await sequenceEntries(sealer, ownTree)
        await sleep(20)
      }
    }
    // Two, as after a failover that left the first one running.
    const sealers = [seal(tree), seal(new LogTree())]
    await Promise.all([...Array.from({ length: 10 }, write), stayOpen()])
    state.isWriting = false
    await Promise.all(sealers)
    await sequenceEntries(sealer, tree)
    expect(committed).toBeGreaterThan(50)
    expect(await size()).toBe(before + committed)
    const inLog = await visitsInLog()
    expect(outOfOrder(inLog)).toEqual([])
    const journalled = `select advisor_id as place, subject_id as visits from journal where kind = 'test.visited'`
    const { rows } = await database.query<Visit>(journalled)
    const keyOf = ({ place, visits }: Visit): string => `${place} ${visits}`
    expect(inLog.map(keyOf).toSorted()).toEqual(rows.map(keyOf).toSorted())
  })

  it('depends on ids that are drawn in one global order', async () => {
    const { rows } = await owner.query(
      `select cache_size as cache from pg_sequences where sequencename = 'journal_id'`,
    )
    expect(rows).toEqual([{ cache: 1 }])
  })
})
