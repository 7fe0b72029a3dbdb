// STOP against claims: after a STOP commits, none of its member's texts is claimed, in any order of events.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { acceptTexts, createMembers, createSender, type Sender } from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { type Claimed, claimTexts } from './claim-texts.ts'

const { database, owner, url } = await useTestDatabase()
const pools: Database[] = [1, 2, 3].map(() =>
  createPool({ url, size: 4, applicationName: 'test', connectTimeoutMs: 30_000 }),
)
afterAll(async () => {
  await Promise.all(pools.map(pool => pool.end()))
})

// Numbers the transactions in commit order: the number is drawn after the commit has begun, with the locks still held,
// so of two conflicting transactions the second draws after the first has ended.
await owner.query(`
  create sequence commit_order;
  create table commit_log (kind text, member_id bigint, position bigint);
  create function log_claim() returns trigger language plpgsql security definer as $$
  begin
    insert into commit_log values ('claim', new.member_id, nextval('commit_order'));
    return null;
  end $$;
  create function log_stop() returns trigger language plpgsql security definer as $$
  begin
    insert into commit_log values ('stop', new.id, nextval('commit_order'));
    return null;
  end $$;
  create constraint trigger log_claim after update on outbox deferrable initially deferred
    for each row when (old.lease_until is null and new.lease_until is not null) execute function log_claim();
  create constraint trigger log_stop after update on member deferrable initially deferred
    for each row when (new.consent = 'opted_out') execute function log_stop()`)

beforeEach(() => owner.query('truncate commit_log, outbox'))

const claim = (pool: Database, lanes: readonly Sender[], size: number): Promise<Claimed> =>
  claimTexts(pool, {
    claimId: randomUUID(),
    carrier: 'scripted',
    leaseMs: 60_000,
    lanes: lanes.map(lane => ({ ...lane, fromId: 0, textsMax: Math.ceil(size / lanes.length) })),
  })

const stop = (pool: Database, memberId: number): Promise<void> =>
  inTransaction(pool, async tx => {
    const { rows } = await tx.query<{ advisor_id: number }>(
      'select advisor_id from member where id = $1 for no key update',
      [memberId],
    )
    await tx.query(
      `update member set consent = 'opted_out', consent_version = consent_version + 1
       where advisor_id = $1 and id = $2`,
      [rows[0]?.advisor_id, memberId],
    )
  })

it('in 1,000 races no text is claimed after its member’s STOP commits', async () => {
  const senders = await Promise.all(Array.from({ length: 10 }, () => createSender(database)))
  const members: number[] = []
  for (const sender of senders) {
    const own = await createMembers(database, sender, 100)
    await acceptTexts(database, sender, own)
    members.push(...own)
  }
  // Both go through the members in about the same order at the same speed, so that they collide.
  const stops = members
    .map((id, index) => ({ id, turn: (index % 100) + Math.random() * 20 }))
    .toSorted((one, two) => one.turn - two.turn)
    .map(({ id }) => id)
  const [first, second, third] = pools as [Database, Database, Database]
  const done = { stops: 0, claims: 0, all: false }
  const claiming = async (pool: Database): Promise<void> => {
    while (!done.all) {
      const lead = Math.random() * 60 - 30
      while (done.claims > done.stops + lead && !done.all) await sleep(1)
      const { texts, failed } = await claim(pool, senders, senders.length)
      done.claims += texts.length + failed.length
    }
  }
  const stopping = async (): Promise<void> => {
    for (let id = stops.shift(); id !== undefined; id = stops.shift()) {
      await stop(third, id)
      done.stops += 1
    }
  }
  await Promise.all([
    claiming(first),
    claiming(second),
    Promise.all([1, 2, 3].map(stopping)).finally(() => (done.all = true)),
  ])
  for (;;) {
    const { texts, failed } = await claim(first, senders, 1_000)
    expect(texts).toEqual([])
    if (failed.length === 0) break
  }
  const { rows } = await owner.query<{ claimed: number; stopped_first: number; wrong: number }>(
    `select count(*) filter (where claim.member_id is not null) as claimed,
       count(*) filter (where claim.member_id is null) as stopped_first,
       count(*) filter (where claim.position > stop.position) as wrong
     from commit_log as stop
     left join commit_log as claim on claim.member_id = stop.member_id and claim.kind = 'claim'
     where stop.kind = 'stop'`,
  )
  const [races] = rows
  expect(races?.wrong).toBe(0)
  expect((races?.claimed ?? 0) + (races?.stopped_first ?? 0)).toBe(1_000)
  // Otherwise they never collided.
  expect(races?.claimed).toBeGreaterThan(100)
  expect(races?.stopped_first).toBeGreaterThan(100)
})

it('a claim that began before the STOP committed still sees it', async () => {
  const sender = await createSender(database)
  const [stopped = 0, unaware = 0] = await createMembers(database, sender, 2)
  await acceptTexts(database, sender, [stopped, unaware])
  // Reading a lane blocks until the gate opens: by then the statement has its snapshot.
  await owner.query(`
    create function wait_at_gate() returns boolean language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7);
      return true;
    end $$;
    alter table lane enable row level security;
    create policy gate on lane using (wait_at_gate())`)
  const gate = await owner.connect()
  await gate.query('select pg_advisory_lock(7)')
  const claiming = claim(database, [sender], 10)
  await expect
    .poll(async () => {
      const { rows } = await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      return rows.length
    })
    .toBe(1)
  await stop(pools[0] as Database, stopped)
  await gate.query('select pg_advisory_unlock(7)')
  const { texts, failed } = await claiming
  gate.release()
  expect(texts.map(({ memberId }) => memberId)).toEqual([unaware])
  expect(failed).toEqual(['opted_out'])
  await owner.query('alter table lane disable row level security')
})

it('a member locked by a STOP is skipped without waiting', async () => {
  const sender = await createSender(database)
  const [busy = 0, free = 0] = await createMembers(database, sender, 2)
  await acceptTexts(database, sender, [busy, free])
  const held = await owner.connect()
  await held.query('begin')
  await held.query('select from member where id = $1 for no key update', [busy])
  // It would wait for the rollback below, which would wait for it.
  const { texts, lanes } = await claim(database, [sender], 10)
  expect(texts.map(({ memberId }) => memberId)).toEqual([free])
  expect(lanes).toMatchObject([{ hasMissed: true }])
  await held.query('rollback')
  held.release()
  expect((await claim(database, [sender], 10)).texts.map(({ memberId }) => memberId)).toEqual([busy])
})
