import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { findCarrier } from './find-carrier.ts'
import { lockCarriers, setRetired } from './queries.ts'
import { recordChange } from './record-change.ts'

/**
 * Puts a retired carrier back in use with its old settings. Workers connect within seconds; no numbers are routed to it
 * yet.
 */
export async function restoreCarrier(
  database: Database,
  { operator }: { readonly operator: string },
  name: string,
): Promise<void> {
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    const { retiredAt } = await findCarrier(tx, name)
    if (!retiredAt) return
    await setRetired(tx, [name, false, operator])
    await recordChange(tx, { kind: 'operator', name: operator }, 'carrier.restored', { carrier: name })
  })
}
