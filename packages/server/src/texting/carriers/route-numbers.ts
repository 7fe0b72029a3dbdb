import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { phoneMistake } from '../../identity/index.ts'
import { findCarrierInUse } from './find-carrier-in-use.ts'
import { lockCarriers, routeNumber } from './queries.ts'
import { refuseMistakes } from './rules.ts'

/** Gives numbers to a carrier: what they send goes by it from the next text on. */
export async function routeNumbers(
  database: Database,
  carrier: string,
  numbers: readonly string[],
): Promise<void> {
  refuseMistakes(numbers.map(phoneMistake))
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    await findCarrierInUse(tx, carrier)
    for (const number of numbers) await routeNumber(tx, [number, carrier])
  })
}
