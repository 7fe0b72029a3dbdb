import { writeFromHandset } from '../../carriers/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import type { Once } from '../../http/once/once.ts'
import { runOnce } from '../../http/once/run-once.ts'
import { otherEnd } from './other-end.ts'

interface Reply {
  readonly phone: string
  readonly text: string
}

/** The phone writes to the advisor, and the text takes the way of every reply. Answers its id at the simulator. */
export async function replyFromHandset(
  database: Database,
  advisorId: number,
  { phone, text }: Reply,
  once: Once,
): Promise<number> {
  const { number } = await otherEnd(database, advisorId)
  return inTransaction(database, tx => runOnce(tx, once, () => writeFromHandset(tx, { phone, number, text })))
}
