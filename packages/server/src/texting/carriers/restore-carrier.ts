import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { findCarrier } from './find-carrier.ts'
import { lockCarriers, setRetired } from './queries.ts'

/** Takes a retired carrier into use again, as it was. Workers connect within seconds; it has no numbers yet. */
export async function restoreCarrier(
  database: Database,
  { operator }: { readonly operator: string },
  name: string,
): Promise<void> {
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    const { retiredAt } = await findCarrier(tx, name)
    if (retiredAt) await setRetired(tx, [name, false, operator])
  })
}
