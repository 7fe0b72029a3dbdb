import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { writeFromHandset } from '../../simulator/index.ts'
import { otherEnd } from './other-end.ts'

interface Reply {
  readonly phone: string
  readonly text: string
}

/** Sends a text from the phone to the advisor through the normal reply path. Returns its id at the simulator. */
export async function replyFromHandset(
  database: Database,
  advisorId: number,
  { phone, text }: Reply,
  idempotency: Idempotency,
): Promise<number> {
  const { number } = await otherEnd(database, advisorId)
  return inTransaction(database, tx =>
    runOnce(tx, idempotency, () => writeFromHandset(tx, { phone, number, text })),
  )
}
