// Disabling against claims: after the commit nothing unclaimed is claimed, in any order of events.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptTexts, createMembers, createSender, type Sender } from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createApplication, grantAccess, type TestApplication } from '../../../test/people/people.ts'
import { changeAdvisor, changeApplication, revokeGrant } from '../../identity/index.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { type Claimed, claimTexts } from '../dispatch/claim-texts.ts'
import { holdSending } from './hold-sending.ts'

const { database, owner, url } = await useTestDatabase()
const pools: Database[] = [1, 2].map(() =>
  createPool({ url, size: 4, applicationName: 'test', connectTimeoutMs: 30_000 }),
)
afterAll(async () => {
  await Promise.all(pools.map(pool => pool.end()))
})

// Numbers the transactions in commit order: the number is drawn after the commit has begun, with the locks still held,
// so of two conflicting transactions the second draws after the first has ended.
const logged = (kind: string, table: string, id: string, change: string, condition: string) => `
  create function log_${kind}() returns trigger language plpgsql security definer as $$
  begin
    insert into commit_log values ('${kind}', new.${id}, nextval('commit_order'));
    return null;
  end $$;
  create constraint trigger log_${kind} after ${change} on ${table} deferrable initially deferred
    for each row when (${condition}) execute function log_${kind}();`
await owner.query(`
  create sequence commit_order;
  create table commit_log (kind text, id bigint, position bigint);
  ${logged('claim', 'outbox', 'advisor_id', 'update', 'old.lease_until is null and new.lease_until is not null')}
  ${logged('advisor', 'advisor', 'id', 'update', 'not new.active')}
  ${logged('hold', 'sending_hold', 'advisor_id', 'insert', 'true')}
  ${logged('application', 'application', 'id', 'update', 'not new.active')}
  ${logged('grant', 'authorization_grant', 'advisor_id', 'update', 'new.revoked_at is not null')}`)
beforeEach(() => owner.query('truncate commit_log, outbox'))

interface Party {
  readonly sender: Sender
  readonly application: TestApplication
  readonly grantId: string
}

async function createParty(): Promise<Party> {
  const [sender, application] = [await createSender(database), await createApplication(database)]
  return { sender, application, grantId: await grantAccess(database, sender.advisorId, application.id) }
}

const claim = (pool: Database, senders: readonly Sender[], textsMax: number): Promise<Claimed> =>
  claimTexts(pool, {
    claimId: randomUUID(),
    carrier: 'scripted',
    leaseMs: 60_000,
    lanes: senders.map(sender => ({ ...sender, fromId: 0, textsMax })),
  })

const acts: Readonly<Record<string, (party: Party) => Promise<unknown>>> = {
  advisor: ({ sender }) => changeAdvisor(database, sender.advisorId, { active: false }),
  hold: ({ sender }) =>
    holdSending(
      database,
      { kind: 'advisor', id: sender.advisorId, name: 'An advisor' },
      { reason: 'A test', operator: 'sam' },
    ),
  application: ({ application }) =>
    changeApplication(database, 'sandbox', application.clientId, { active: false }),
  grant: ({ grantId }) => revokeGrant(database, grantId),
}

describe.each(Object.keys(acts))('in 60 races of claims against a sending stop (%s)', kind => {
  it('no text is claimed after its commit', async () => {
    const parties = await Promise.all(Array.from({ length: 60 }, createParty))
    for (const { sender, application } of parties) {
      const members = await createMembers(database, sender, 30)
      await acceptTexts(database, sender, members, { applicationId: application.id })
    }
    const senders = parties.map(({ sender }) => sender)
    const done = { all: false }
    const claiming = async (pool: Database): Promise<void> => {
      while (!done.all) await claim(pool, senders, 1)
    }
    const claims = pools.map(claiming)
    for (const party of parties) {
      await sleep(Math.random() * 15)
      await acts[kind]?.(party)
    }
    done.all = true
    await Promise.all(claims)
    for (let left = 1; left > 0; ) {
      const { texts, failed } = await claim(database, senders, 100)
      expect(texts).toEqual([])
      left = failed.length
    }
    const { rows } = await owner.query<{ claimed: number; spared: number; wrong: number }>(
      `select count(*) filter (where claim.position is not null) as claimed, (
           select count(*) from message_status as message where status in ('accepted', 'failed') and not exists (
             select from outbox where outbox.message_id = message.id and lease_until is not null
           )
         ) as spared,
         count(*) filter (where claim.position > ending.position) as wrong
       from commit_log as ending
       left join commit_log as claim on claim.kind = 'claim' and claim.id = ${
         kind === 'application'
           ? '(select advisor_id from authorization_grant where application_id = ending.id)'
           : 'ending.id'
       }
       where ending.kind = $1`,
      [kind],
    )
    expect(rows[0]?.wrong).toBe(0)
    // Otherwise they never collided.
    expect(rows[0]?.claimed).toBeGreaterThan(60)
    expect(rows[0]?.spared).toBeGreaterThan(60)
  })
})

describe('a claim that began before the commit', () => {
  it.each(Object.keys(acts))('of a sending stop (%s) still takes nothing', async kind => {
    const party = await createParty()
    await acceptTexts(database, party.sender, await createMembers(database, party.sender, 3), {
      applicationId: party.application.id,
    })
    // Reading a lane blocks until the gate opens: by then the statement has its snapshot.
    await owner.query(`
      create or replace function wait_at_gate() returns boolean language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(7);
        return true;
      end $$;
      drop policy if exists gate on lane;
      create policy gate on lane using (wait_at_gate());
      alter table lane enable row level security`)
    const gate = await owner.connect()
    await gate.query('select pg_advisory_lock(7)')
    const claiming = claim(pools[0] as Database, [party.sender], 10)
    await expect
      .poll(async () => {
        const { rows } = await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)
        return rows.length
      })
      .toBe(1)
    await acts[kind]?.(party)
    await gate.query('select pg_advisory_unlock(7)')
    const { texts } = await claiming
    gate.release()
    await owner.query('alter table lane disable row level security')
    expect(texts).toEqual([])
  })
})
