// An application is held while one of its texts is being accepted and a worker is claiming: after the commit none of
// its texts is claimed. Gates force the one order that matters.
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  type Sender,
} from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createApplication, type TestApplication } from '../../../test/people/people.ts'
import { changeApplication } from '../../identity/index.ts'
import { createPool } from '../../platform/db/pool.ts'
import { claimTexts } from '../dispatch/claim-texts.ts'
import { LaneFinder } from '../outbox/find-lanes.ts'
import { holdSending } from './hold-sending.ts'

const { database, owner, url } = await useTestDatabase()
const claims = createPool({ url, size: 2, applicationName: 'test', connectTimeoutMs: 30_000 })
afterAll(() => claims.end())

const gates = { claim: 7, commit: 8 }
// A claim blocks where it reads a lane: by then it has its snapshot. A hold blocks where its commit begins: by then it
// has updated the lanes.
await owner.query(`
  create function wait_at_claim_gate() returns boolean language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${gates.claim});
    return true;
  end $$;
  create policy gate on lane using (wait_at_claim_gate());
  alter table lane enable row level security;
  create function wait_at_commit_gate() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${gates.commit});
    return null;
  end $$;
  create constraint trigger gate after insert on sending_hold deferrable initially deferred
    for each row execute function wait_at_commit_gate();
  create constraint trigger gate after update on application deferrable initially deferred
    for each row when (not new.active) execute function wait_at_commit_gate()`)
beforeEach(() => owner.query('truncate outbox'))

const acts: Readonly<Record<string, (application: TestApplication) => Promise<unknown>>> = {
  disabled: ({ clientId }) => changeApplication(database, 'sandbox', clientId, { active: false }),
  'put on hold': ({ id }) =>
    holdSending(
      database,
      { kind: 'application', id, name: 'An application' },
      { reason: 'A test', operator: 'sam' },
    ),
}

const claim = (sender: Sender) =>
  claimTexts(claims, {
    claimId: randomUUID(),
    carrier: 'scripted',
    leaseMs: 60_000,
    lanes: [{ ...sender, fromId: 0, textsMax: 10 }],
  })

async function shut(gate: number): Promise<() => Promise<void>> {
  const keeper = await owner.connect()
  await keeper.query('select pg_advisory_lock($1)', [gate])
  return async () => {
    await keeper.query('select pg_advisory_unlock($1)', [gate])
    keeper.release()
  }
}

/** Waits until the work has ended or is blocked. */
async function halted(work: Promise<unknown>, lock: string): Promise<void> {
  let isOver = false
  const over = work.finally(() => (isOver = true))
  over.catch(() => undefined)
  await eventually('it ends or waits', async () => {
    const { rows } = await claims.query(
      `select from pg_locks where not granted and locktype || ' ' || coalesce(objid::text, relation::regclass::text) = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [lock],
    )
    return isOver || rows.length > 0
  })
}

describe.each(Object.keys(acts))('an application that is %s', kind => {
  it('has no text accepted meanwhile claimed by a claim that began before the commit', async () => {
    const [sender, application] = [await createSender(database), await createApplication(database)]
    const members = await createMembers(database, sender, 2)
    const openCommit = await shut(gates.commit)
    const acting = acts[kind]?.(application) ?? Promise.reject(new Error('no act'))
    await halted(acting, `advisory ${gates.commit}`)

    await acceptTexts(database, sender, members, { applicationId: application.id })
    const openClaim = await shut(gates.claim)
    const claiming = claim(sender)
    await halted(claiming, `advisory ${gates.claim}`)
    await openCommit()
    await acting
    await openClaim()
    expect((await claiming).texts).toEqual([])
    expect((await claim(sender)).texts).toEqual([])
  })

  it('has none claimed from a lane created meanwhile either', async () => {
    const [{ advisorId }, application] = [await createSender(database), await createApplication(database)]
    const sender: Sender = { advisorId, number: `+1${randomInt(2_000_000_000, 10_000_000_000)}` }
    await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
      advisorId,
      sender.number,
    ])
    const members = await createMembers(database, sender, 2)
    const openCommit = await shut(gates.commit)
    const acting = acts[kind]?.(application) ?? Promise.reject(new Error('no act'))
    await halted(acting, `advisory ${gates.commit}`)

    await acceptTexts(database, sender, members, { applicationId: application.id })
    const making = new LaneFinder(database, 'scripted').waiting()
    await halted(making, 'relation held_application')
    const openClaim = await shut(gates.claim)
    const claiming = claim(sender)
    await halted(claiming, `advisory ${gates.claim}`)
    await openCommit()
    await acting
    await openClaim()
    await making
    expect((await claiming).texts).toEqual([])
    expect((await claim(sender)).texts).toEqual([])
    const { rows } = await database.query('select from lane where number = $1', [sender.number])
    expect(rows).toHaveLength(1)
  })
})
