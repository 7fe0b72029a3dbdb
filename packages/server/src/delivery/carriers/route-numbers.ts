import { phoneMistake } from '../../identity/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { findCarrierInUse } from './find-carrier-in-use.ts'
import { lockCarriers, routeNumber } from './queries.ts'
import { recordChange } from './record-change.ts'
import { refuseCarrierMistakes } from './rules.ts'

/** Routes numbers to a carrier, effective from the next text. */
export async function routeNumbers(
  database: Database,
  carrier: string,
  numbers: readonly string[],
  by: journal.Actor = journal.setup,
): Promise<void> {
  refuseCarrierMistakes(numbers.map(phoneMistake))
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    await findCarrierInUse(tx, carrier)
    for (const number of numbers) await routeNumber(tx, [number, carrier])
    await recordChange(tx, by, 'carrier.routed', { carrier, numbers: [...numbers] })
  })
}
