import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { revokeKeyById } from './queries.ts'
import type { ApiKey } from './records.ts'

/** Permanent: a revoked key cannot be restored. */
export async function revokeKey(
  database: Database,
  keyId: number,
  by: journal.Actor = journal.setup,
): Promise<ApiKey> {
  return inTransaction(database, async tx => {
    const [key] = await revokeKeyById(tx, [keyId])
    if (!key) throw new Problem('not_found', `There is no API key with the id ${keyId}.`)
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: by,
      kind: 'api_key.revoked',
      subject: { kind: 'api key', id: keyId },
      facts: { clientId: key.clientId, hint: key.hint },
    })
    return key
  })
}
