import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Queryable, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Manager, recordEndpoint } from './create-endpoint.ts'
import { noEndpoint } from './errors.ts'
import {
  countReplays,
  endpointById,
  insertReplay,
  restartDelivery,
  retryMissed,
  timeOfEntry,
} from './queries.ts'

interface Replay {
  readonly only: 'missed' | 'all'
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly idempotency: Idempotency
}

/** Entries are dated when their transaction begins and placed when it has ended, so they are not quite in the order of their times. */
const marginMs = 60_000
const replaysMax = 3

/** Sends events again: those that were given up, or all of a time. Returns how many were given up. */
export const replayEvents = (
  database: Database,
  manager: Manager,
  endpointId: number,
  { idempotency, ...replay }: Replay,
): Promise<{ readonly missedEvents: number }> =>
  inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => ({ missedEvents: await replayIn(tx, manager, endpointId, replay) })),
  )

async function replayIn(
  tx: Tx,
  manager: Manager,
  endpointId: number,
  { only, from, to }: Omit<Replay, 'idempotency'>,
): Promise<number> {
  const { applicationId } = manager
  const [endpoint] = await endpointById(tx, [applicationId, endpointId])
  if (!endpoint) throw noEndpoint()
  await recordEndpoint(tx, manager, 'endpoint.changed', endpointId, {
    replay: only,
    from: from ?? null,
    to: to ?? null,
  })
  if (only === 'missed') {
    await restartDelivery(tx, [applicationId, endpointId])
    const missed = await retryMissed(tx, [applicationId, endpointId])

    return missed.length
  }
  if (from === undefined) throw new Problem('invalid_request', 'Send from, or only: "missed".')
  if (endpoint.status !== 'active') throw new Problem('conflict', `The endpoint is ${endpoint.status}.`)
  // What the endpoint has not reached yet comes anyway.
  const end = Math.min(
    endpoint.position,
    to === undefined ? endpoint.position : await positionAt(tx, Date.parse(to) + marginMs, endpoint.logSize),
  )
  const start = await positionAt(tx, Date.parse(from) - marginMs, endpoint.logSize)
  const { replays } = firstRow(await countReplays(tx, [applicationId, endpointId]), 'the replays')
  if (replays >= replaysMax)
    throw new Problem('conflict', `${replaysMax} replays of this endpoint are under way.`)
  if (start < end) await insertReplay(tx, [applicationId, endpointId, start, end])
  return 0
}

/** The first position whose entry is not older, by halving: about thirty looks at the log. */
async function positionAt(db: Queryable, timeMs: number, logSize: number): Promise<number> {
  let low = 0
  let high = logSize
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [entry] = await timeOfEntry(db, [middle])
    if (entry && entry.at.getTime() < timeMs) low = middle + 1
    else high = middle
  }
  return low
}
