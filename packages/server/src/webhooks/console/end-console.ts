import { hashSecret } from '../../identity/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteSession } from './queries.ts'

export async function endConsole(database: Database, token: string): Promise<void> {
  await inTransaction(database, tx => deleteSession(tx, [hashSecret(token)]))
}
