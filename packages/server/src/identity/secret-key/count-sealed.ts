import type { Queryable } from '../../platform/db/pool.ts'
import type { Purpose } from './derive-key.ts'
import { open } from './seal.ts'
import type { SealedStore } from './sealed-store.ts'
import type { SecretKeys } from './secret-keys.ts'

export interface SealedCount {
  readonly purpose: Purpose
  /** Values of the current key. */
  readonly current: number
  /** Values that need a former key. */
  readonly former: number
  /** Values that none of the keys decrypts. */
  readonly unreadable: number
}

export const sealedBatchSize = 200

/** How many stored values need which key. */
export async function countSealed(
  db: Queryable,
  keys: SecretKeys,
  stores: readonly SealedStore[],
): Promise<readonly SealedCount[]> {
  const counts: SealedCount[] = []
  for (const store of stores) counts.push(await countStore(db, keys, store))
  return counts
}

async function countStore(
  db: Queryable,
  keys: SecretKeys,
  { purpose, start, lockBatch }: SealedStore,
): Promise<SealedCount> {
  const count = { purpose, current: 0, former: 0, unreadable: 0 }
  for (let after: string | undefined = start; after !== undefined; ) {
    const rows = await lockBatch(db, [after, sealedBatchSize])
    for (const { about, sealed } of rows) {
      const opened = open(sealed, { keys, purpose, about })
      if (!opened) count.unreadable += 1
      else if (opened.isCurrent) count.current += 1
      else count.former += 1
    }
    after = rows.at(-1)?.place
  }
  return count
}
