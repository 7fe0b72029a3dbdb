import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type HoldSubject, idsOf, ownerOf } from './hold-subject.ts'
import { endHold } from './queries.ts'

/** Waiting texts are sent, unless another hold applies or they have become too old. */
export async function releaseSending(
  database: Database,
  subject: HoldSubject,
  operator: string,
): Promise<void> {
  await inTransaction(database, async tx => {
    const [released] = await endHold(tx, [...idsOf(subject), operator])
    if (!released) throw new Problem('conflict', `${subject.name} is not on hold.`)
    await journal.recordAct(tx, {
      owner: ownerOf(subject),
      actor: { kind: 'operator', name: operator },
      kind: 'sending.released',
      subject: { kind: subject.kind, id: subject.id },
      facts: { holdId: released.id, name: subject.name, reason: released.reason },
    })
  })
}
