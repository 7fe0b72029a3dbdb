import type { LookedUp } from '../carriers/index.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database } from '../platform/db/pool.ts'
import { closeGate, textsByReference } from './queries.ts'

/** Waits for texts that are being stored: a commit whose client is gone may still be running. */
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
