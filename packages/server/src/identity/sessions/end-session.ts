import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { deleteSession } from './queries.ts'

export async function endSession(database: Database, { advisorId, id }: AppSession): Promise<void> {
  await inTransaction(database, tx => deleteSession(tx, [advisorId, id]))
}
