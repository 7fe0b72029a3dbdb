import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { hashSecret } from '../secrets.ts'
import { replaceToken } from './queries.ts'
import { newToken } from './start-session.ts'

/** The session goes on under another token; who has seen the old one has nothing. */
export async function renewToken(database: Database, { advisorId, id }: AppSession): Promise<string> {
  const token = newToken()
  await inTransaction(database, tx => replaceToken(tx, [advisorId, id, hashSecret(token)]))
  return token
}
