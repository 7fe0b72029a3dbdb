import type { AppSession } from '../../platform/caller/app-session.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { hashSecret } from '../secrets.ts'
import { replaceToken } from './queries.ts'
import { newToken } from './start-session.ts'

/** The session continues with a new token; the old one becomes useless. */
export async function renewToken(database: Database, { personId, id }: AppSession): Promise<string> {
  const token = newToken()
  await inTransaction(database, tx => replaceToken(tx, [personId, id, hashSecret(token)]))
  return token
}
