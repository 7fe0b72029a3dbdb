import type { JsonObject } from '../platform/db/json.ts'
import type { Tx } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { append } from './append.ts'
import type { Actor, OwnedEntry, Owner } from './entry.ts'
import { readClock } from './queries.ts'

interface ActToRecord {
  readonly owner: Owner
  readonly actor: Actor
  readonly kind: OwnedEntry['kind']
  readonly subject: OwnedEntry['subject']
  readonly facts: JsonObject
  readonly traceId?: string | null
  /** The firm whose people or operators did this to an advisor's account: it is in the firm's journal as well. */
  readonly alsoOfFirm?: number | undefined
}

/** Writes one entry in the transaction of the action, dated by the database. For rare actions: it reads the clock. */
export async function recordAct(
  tx: Tx,
  { owner, traceId = null, alsoOfFirm, ...act }: ActToRecord,
): Promise<void> {
  const clock = firstRow(await readClock(tx, []), 'the time of the database')
  const entry = { ...act, traceId, at: clock.now.toISOString() }
  await append(tx, [
    { ...owner, ...entry },
    ...(alsoOfFirm === undefined ? [] : [{ firmId: alsoOfFirm, ...entry }]),
  ])
}
