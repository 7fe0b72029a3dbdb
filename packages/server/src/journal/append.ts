import type { Tx } from '../db/pool.ts'
import { canonicalJson } from './canonical-json.ts'
import { digest } from './digest.ts'
import type { Entry } from './entry.ts'
import { insertEntries } from './queries.ts'

/** Writes down what the transaction does. If that comes to nothing, so do the entries. */
export async function append(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const texts = entries.map(entry => canonicalJson({ ...entry }))
  await insertEntries(tx, [`[${texts.join(',')}]`, Buffer.concat(texts.map(digest))])
}
