import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { findFirm } from './find-firm.ts'
import { insertFirm } from './queries.ts'
import type { Firm } from './records.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { nameMistake } from './rules.ts'

export async function addFirm(database: Database, { name }: { readonly name: string }): Promise<Firm> {
  refuseMistakes({ name: nameMistake(name) })
  return inTransaction(database, async tx => {
    const [added] = await insertFirm(tx, [name])
    return findFirm(tx, String(added?.id))
  })
}
