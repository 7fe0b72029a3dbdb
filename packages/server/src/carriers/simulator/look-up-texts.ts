import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import type { LookedUp } from '../carrier.ts'
import { closeGate, textsByReference } from './queries.ts'

/** Waits for the texts that are being taken: a commit whose client is gone may still be under way. */
export async function lookUpTexts(database: Database, references: readonly string[]): Promise<LookedUp[]> {
  const rows = await inTransaction(database, async tx => {
    await closeGate(tx, [])
    return textsByReference(tx, [references])
  })
  const ids = new Map(rows.map(({ reference, id }) => [reference, String(id)]))
  return references.map(reference => {
    const carrierMessageId = ids.get(reference)
    return carrierMessageId === undefined ? { status: 'not taken' } : { status: 'taken', carrierMessageId }
  })
}
