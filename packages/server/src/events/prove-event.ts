import type { Queryable } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { Problem } from '../platform/problem/problem.ts'
import { proveEntry } from '../sealing/index.ts'
import { entryIdOf } from './event-of.ts'
import { placeOfEntry } from './queries.ts'

interface ProvedEvent {
  readonly eventId: string
  readonly sequence: number
  readonly logIndex: number
  readonly treeSize: number
  readonly proof: string
}

/** Proves that the entry of the event is in the signed log. */
export async function proveEvent(
  db: Queryable,
  logDirectory: string | undefined,
  eventId: string,
): Promise<ProvedEvent> {
  if (logDirectory === undefined)
    throw new Problem('conflict', 'This installation does not publish its log here, so there are no proofs.')
  const entryId = entryIdOf(eventId)
  const { seq } = firstRow(await placeOfEntry(db, [entryId]), 'the place of the event')
  const proof = await proveEntry(db, logDirectory, entryId)
  if (proof.kind !== 'proved')
    throw new Problem('conflict', 'No signed checkpoint covers this event yet. Try again in a few seconds.')
  return {
    eventId,
    sequence: seq,
    logIndex: proof.logIndex,
    treeSize: proof.size,
    proof: Buffer.from(proof.file).toString('utf8'),
  }
}
