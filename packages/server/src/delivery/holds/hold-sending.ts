import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type HoldAct, readReason } from './hold-reason.ts'
import { type HoldSubject, idsOf, ownerOf } from './hold-subject.ts'
import { insertHold } from './queries.ts'

/** Texts not claimed when this commits are not sent before the hold is released. */
export async function holdSending(
  database: Database,
  subject: HoldSubject,
  { reason, operator }: HoldAct,
): Promise<void> {
  const given = readReason(reason)
  await inTransaction(database, async tx => {
    const [placed] = await insertHold(tx, [...idsOf(subject), given, operator])
    if (!placed) throw new Problem('conflict', `${subject.name} is on hold already.`)
    await journal.recordAct(tx, {
      owner: ownerOf(subject),
      actor: { kind: 'operator', name: operator },
      kind: 'sending.held',
      subject: { kind: subject.kind, id: subject.id },
      facts: { holdId: placed.id, name: subject.name, reason: given },
    })
  })
}
