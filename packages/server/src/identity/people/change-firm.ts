import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { findFirm } from './find-firm.ts'
import { updateFirm } from './queries.ts'
import type { Firm } from './records.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { nameMistake } from './rules.ts'

interface FirmChanges {
  readonly name?: string | undefined
  /** Nobody acts for the advisors of a firm that is not active, and they cannot sign in. */
  readonly active?: boolean | undefined
}

export async function changeFirm(
  database: Database,
  firmId: number,
  { name, active }: FirmChanges,
): Promise<Firm> {
  refuseMistakes({ name: name === undefined ? undefined : nameMistake(name) })
  return inTransaction(database, async tx => {
    await updateFirm(tx, [firmId, name, active])
    return findFirm(tx, String(firmId))
  })
}
