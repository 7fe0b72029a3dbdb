import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { lockSigningKeys, retireSigningKeys } from '../queries.ts'
import { createSigningKey } from './create-signing-key.ts'

interface Rotation {
  readonly kid: string
  readonly retired: readonly string[]
}

/** Long enough for every process to publish the new key before one signs with it: they check every 15 seconds. */
const handoverSeconds = 45

/** Adds a key and retires the others, which keep verifying until their last token has expired. */
export function rotateSigningKey(
  database: Database,
  keys: SecretKeys,
  { afterSeconds = handoverSeconds }: { readonly afterSeconds?: number } = {},
  by: journal.Actor = journal.setup,
): Promise<Rotation> {
  return inTransaction(database, async tx => {
    await lockSigningKeys(tx, [])
    const retired = await retireSigningKeys(tx, [afterSeconds])
    const kid = await createSigningKey(tx, keys)
    const rotation = { kid, retired: retired.map(key => key.kid) }
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: by,
      kind: 'signing_key.rotated',
      subject: { kind: 'signing key', id: 0 },
      facts: { ...rotation, afterSeconds },
    })
    return rotation
  })
}
