// Ten years of texts at 5 million a day, by moving the sequence and the time that maintenance gets: no send fails or is misplaced
// where one partition ends and the next begins, and old partitions can be detached while texts are sent.
import { afterAll, expect, it } from 'vitest'
import { ensureMessagePartitions } from '../src/delivery/index.ts'
import { append, type Entry, ensurePartitions } from '../src/journal/index.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { acceptTexts, createMembers, createSender } from './carriers/texting.ts'
import { useTestDatabase } from './database/database.ts'

const { database, owner, url } = await useTestDatabase()

/** Sends that would have to wait for a lock fail instead; long enough for a machine whose host takes half of it. */
const senders = createPool({
  url: `${url}?options=${encodeURIComponent('-c lock_timeout=5s')}`,
  size: 6,
  applicationName: 'senders',
  connectTimeoutMs: 30_000,
})
afterAll(() => senders.end())

const years = 10
const textsADay = 5_000_000
const dayMs = 86_400_000
const start = Date.now()
const sender = await createSender(database)
const members = await createMembers(database, sender, 4)

const sentIds: number[] = []
const writtenAt: string[] = []

const numberOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await owner.query<{ count: number }>(sql, values)).rows[0]?.count ?? -1

const attached = (table: 'message' | 'journal'): Promise<number> =>
  numberOf('select count(*) from partition_ranges($1)', table)

const maintain = (at: Date): Promise<unknown> =>
  Promise.all([ensureMessagePartitions(database), ensurePartitions(database, at)])

/** Four senders at once, each to one person, so that they wait only for locks that nobody should take. */
async function send(texts: number): Promise<void> {
  const sends = members.map(async member => {
    for (let text = 0; text < texts; text += 1)
      sentIds.push(...(await acceptTexts(senders, sender, [member, member, member])))
  })
  await Promise.all(sends)
}

async function write(instants: readonly number[]): Promise<void> {
  const writes = instants.map(at => {
    const time = new Date(at).toISOString()
    writtenAt.push(time)
    const entry: Entry = {
      kind: 'group.created',
      advisorId: sender.advisorId,
      at: time,
      actor: { kind: 'system', task: 'test' },
      traceId: null,
      subject: { kind: 'message', id: 1 },
      facts: {},
    }
    return inTransaction(senders, tx => append(tx, [entry]))
  })
  await Promise.all(writes)
}

const boundariesOf = async (table: 'message' | 'journal', from: string, to: string): Promise<string[]> => {
  const type = table === 'message' ? 'bigint' : 'timestamptz'
  const { rows } = await owner.query<{ bound: string }>(
    `select upper_bound as bound from partition_ranges($1)
     where upper_bound::${type} > $2::${type} and upper_bound::${type} <= $3::${type} order by upper_bound::${type}`,
    [table, from, to],
  )
  return rows.map(({ bound }) => bound)
}

const misplacedTexts = `select count(*) from message join partition_ranges('message') on partition = message.tableoid
  where id < lower_bound::bigint or id >= upper_bound::bigint`
const misplacedEntries = `select count(*) from journal join partition_ranges('journal') on partition = journal.tableoid
  where occurred_at < lower_bound::timestamptz or occurred_at >= upper_bound::timestamptz`

it('every text and entry around every boundary is accepted and in its partition, and partitions stay few', async () => {
  const stepDays = 10
  const counts = { boundaries: 0, afterThreeYears: 0 }
  let [lastId, lastAt] = [1, start]
  for (let day = stepDays; day <= years * 365; day += stepDays) {
    const id = 1 + day * textsADay * 1024
    const at = start + day * dayMs
    for (const bound of await boundariesOf('message', String(lastId), String(id))) {
      // Six ids before the next partition: the sends cross over while partitions are created.
      await owner.query(`select setval('message_id', $1)`, [Number(bound) - 6 * 1024 + 1])
      await Promise.all([send(4), maintain(new Date(lastAt)), maintain(new Date(lastAt))])
      counts.boundaries += 1
    }
    for (const bound of await boundariesOf(
      'journal',
      new Date(lastAt).toISOString(),
      new Date(at).toISOString(),
    )) {
      const time = Date.parse(bound)
      await Promise.all([write([time - 1, time, time + 1, time - 2]), maintain(new Date(time))])
      counts.boundaries += 1
    }
    await owner.query(`select setval('message_id', $1)`, [id])
    await maintain(new Date(at))
    ;[lastId, lastAt] = [id, at]
    if (day <= 3 * 365) counts.afterThreeYears = await attached('message')
  }
  expect(counts.boundaries).toBeGreaterThan(55)
  expect(counts.afterThreeYears).toBeLessThanOrEqual(16)
  expect(await attached('message')).toBeLessThanOrEqual(24)
  expect(await attached('journal')).toBeLessThanOrEqual(46)
  expect(await numberOf(misplacedTexts)).toBe(0)
  expect(await numberOf(misplacedEntries)).toBe(0)
  expect(await numberOf('select count(*) from message where id = any ($1::bigint[])', sentIds)).toBe(
    sentIds.length,
  )
  expect(await numberOf(`select count(*) from journal where kind = 'group.created'`)).toBe(writtenAt.length)
  const used = `select count(distinct tableoid) from message`
  expect(await numberOf(used)).toBeGreaterThan(20)
})

it.each([
  ['message', 'message_00000'],
  ['message', 'message_00080'],
  ['journal', 'journal_2001_04'],
] as const)('of %s, %s is detached while a transaction that sends is open', async (table, partition) => {
  await ensurePartitions(database, new Date('2001-05-05'))
  const before = await attached(table)
  const all = await numberOf(`select count(*) from ${table}`)
  const inIt = await numberOf(`select count(*) from ${partition}`)
  const sentBefore = sentIds.length
  const open = await senders.connect()
  let detaching: Promise<unknown> | undefined
  try {
    await open.query('begin')
    await open.query(
      `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status, consent_version,
         created_at, updated_at)
       values ($1, nextval('message_id'), $2, 'out', 'text', '+12025550100', '+12025550101', 'x', 'accepted', 1, now(), now())`,
      [sender.advisorId, members[0]],
    )
    await open.query('select from journal where advisor_id = $1 order by occurred_at limit 1', [
      sender.advisorId,
    ])
    detaching = owner.query(`alter table ${table} detach partition ${partition} concurrently`)
    const waiting = `select count(*) from pg_stat_activity
      where datname = current_database() and query like '% concurrently' and wait_event_type = 'Lock'`
    await expect.poll(() => numberOf(waiting)).toBe(1)
    // It waits for the open transaction, and nobody waits for it.
    await send(5)
    await maintain(new Date(start + years * 365 * dayMs))
  } finally {
    await open.query('rollback')
    open.release()
    await detaching
  }
  await send(1)
  expect(await attached(table)).toBe(before - 1)
  const sent = sentIds.length - sentBefore
  expect(await numberOf(`select count(*) from ${table}`)).toBe(all - inIt + sent)
})
