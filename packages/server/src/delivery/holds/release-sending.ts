import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type HoldSubject, idsOf, ownerOf } from './hold-subject.ts'
import { endHold, holdInForce } from './queries.ts'

interface ReleasedBy {
  readonly actor: journal.Actor
  readonly traceId?: string | null
  /** The firm of whoever does it in the console. They release what waits for a look, and nothing that an operator put on hold. */
  readonly ofFirm?: number
}

/**
 * Waiting texts are sent, unless another hold applies or they have become too old. An advisor can have two holds: an operator's ends first.
 * Returns the reason of the hold that is left, if there is one.
 */
export async function releaseSending(
  database: Database,
  subject: HoldSubject,
  { actor, traceId = null, ofFirm }: ReleasedBy,
): Promise<string | undefined> {
  return inTransaction(database, async tx => {
    const releasedBy = actor.kind === 'operator' ? actor.name : actor.kind
    const [hold] = await holdInForce(tx, idsOf(subject))
    if (hold && ofFirm !== undefined && !hold.awaitsReview) {
      throw new Problem('conflict', 'An operator put these texts on hold. Only an operator can release them.')
    }
    if (!hold || (await endHold(tx, [hold.id, releasedBy])).length === 0) {
      throw new Problem('conflict', `${subject.name} is not on hold.`)
    }
    await journal.recordAct(tx, {
      owner: ownerOf(subject),
      alsoOfFirm: ofFirm,
      actor,
      traceId,
      kind: 'sending.released',
      subject: { kind: subject.kind, id: subject.id },
      facts: { holdId: hold.id, name: subject.name, reason: hold.reason },
    })
    return (await holdInForce(tx, idsOf(subject)))[0]?.reason
  })
}
