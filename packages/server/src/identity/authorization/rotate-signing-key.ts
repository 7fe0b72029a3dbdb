import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { createSigningKey } from './create-signing-key.ts'
import { lockSigningKeys, retireSigningKeys } from './queries.ts'

interface Rotation {
  readonly kid: string
  readonly retired: readonly string[]
}

/** Long enough for every process to publish the new key before one signs with it: they look every 15 seconds. */
const handoverSeconds = 45

/** Adds a key and retires the others, which keep verifying until their last token has expired. */
export function rotateSigningKey(
  database: Database,
  secretKey: Buffer,
  { afterSeconds = handoverSeconds }: { readonly afterSeconds?: number } = {},
): Promise<Rotation> {
  return inTransaction(database, async tx => {
    await lockSigningKeys(tx, [])
    const retired = await retireSigningKeys(tx, [afterSeconds])
    const kid = await createSigningKey(tx, secretKey)
    return { kid, retired: retired.map(key => key.kid) }
  })
}
