import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { countSealed, type SealedCount, sealedBatchSize } from './count-sealed.ts'
import { fingerprint } from './fingerprint.ts'
import { open, seal } from './seal.ts'
import type { SealedStore } from './sealed-store.ts'
import type { SecretKeys } from './secret-keys.ts'

interface SecretKeyRotation {
  readonly resealed: number
  readonly counts: readonly SealedCount[]
}

/** Encrypts with the current key whatever is stored under a former one. Repeating it does no harm. */
export async function rotateSecretKey(
  database: Database,
  keys: SecretKeys,
  stores: readonly SealedStore[],
  by: journal.Actor,
): Promise<SecretKeyRotation> {
  let resealed = 0
  for (const store of stores) {
    for (let after: string | undefined = store.start; after !== undefined; ) {
      const from: string = after
      const batch = await inTransaction(database, tx => resealBatch(tx, { keys, store, after: from, by }))
      resealed += batch.resealed
      after = batch.last
    }
  }
  return inTransaction(database, async tx => {
    const counts = await countSealed(tx, keys, stores)
    await record(tx, 'secret_key.rotated', { by, keys, facts: { resealed, counts: counts.map(factsOf) } })
    return { resealed, counts }
  })
}

interface Batch {
  readonly keys: SecretKeys
  readonly store: SealedStore
  readonly after: string
  readonly by: journal.Actor
}

async function resealBatch(
  tx: Tx,
  { keys, store, after, by }: Batch,
): Promise<{ readonly resealed: number; readonly last: string | undefined }> {
  const { purpose } = store
  const rows = await store.lockBatch(tx, [after, sealedBatchSize])
  const stale = rows.flatMap(({ place, about, sealed }) => {
    const opened = open(sealed, { keys, purpose, about })
    return !opened || opened.isCurrent
      ? []
      : [{ place, sealed: seal(opened.value, { keys, purpose, about }) }]
  })
  if (stale.length > 0) {
    await store.replaceSealed(tx, [stale.map(({ place }) => place), stale.map(({ sealed }) => sealed)])
    await record(tx, 'secret_key.resealed', { by, keys, facts: { purpose, resealed: stale.length } })
  }
  return { resealed: stale.length, last: rows.at(-1)?.place }
}

interface Act {
  readonly by: journal.Actor
  readonly keys: SecretKeys
  readonly facts: JsonObject
}

const record = (
  tx: Tx,
  kind: 'secret_key.resealed' | 'secret_key.rotated',
  { by, keys, facts }: Act,
): Promise<void> =>
  journal.recordAct(tx, {
    owner: { installation: true },
    actor: by,
    kind,
    subject: { kind: 'secret key', id: 0 },
    facts: { key: fingerprint(keys.secretKey), ...facts },
  })

const factsOf = ({ purpose, current, former, unreadable }: SealedCount): JsonObject => ({
  purpose,
  current,
  former,
  unreadable,
})
