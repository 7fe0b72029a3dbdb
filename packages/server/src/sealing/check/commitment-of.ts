import { hash } from 'node:crypto'
import { commitEntry, commitText } from '@parley/evidence'
import { canonicalJson } from '../../journal/index.ts'
import type { SealedRow } from './queries.ts'

/** The commitment of a leaf from the content of its entry. Undefined if the entry is gone. */
export function commitmentOf(row: SealedRow): Uint8Array | undefined {
  const { head, facts, salts, oldEntry, blinding } = row
  if (head && facts && salts)
    return commitEntry(commitText(salts.subarray(0, 16), head), commitText(salts.subarray(16), facts))
  if (oldEntry === null) return undefined
  // From before entries had salts: what is published of its digest is blinded.
  const digest = hash('sha256', canonicalJson(oldEntry), 'buffer')
  return hash('sha256', Buffer.concat([blinding, digest]), 'buffer')
}
