import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { revokeKeyById } from './queries.ts'
import { type ApiKey, apiKeyOf } from './records.ts'

/** For good: a key that is revoked does not come back. */
export async function revokeKey(database: Database, keyId: number): Promise<ApiKey> {
  const [key] = await inTransaction(database, tx => revokeKeyById(tx, [keyId]))
  if (!key) throw new Problem('not_found', `There is no API key with the id ${keyId}.`)
  return apiKeyOf(key)
}
