import { hash } from 'node:crypto'
import type { Tx } from '../platform/db/pool.ts'
import { canonicalJson } from './canonical-json.ts'
import type { OwnedEntry } from './entry.ts'
import { insertEntries } from './queries.ts'

/** Writes entries in the transaction of the change; a rollback removes both. */
export async function append(tx: Tx, entries: readonly OwnedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const texts = entries.map(entry => canonicalJson({ ...entry }))
  await insertEntries(tx, [`[${texts.join(',')}]`, Buffer.concat(texts.map(digest))])
}

/** SHA-256 of an entry's canonical JSON. */
export const digest = (canonicalEntry: string): Buffer => hash('sha256', canonicalEntry, 'buffer')
