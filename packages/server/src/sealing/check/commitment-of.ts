import { commitContent, commitEntry, commitText } from '@parley/evidence'
import { canonicalJson } from '../../journal/index.ts'
import type { SealedRow } from './queries.ts'

/** Fits no leaf. */
const noCommitment = new Uint8Array(32)

/** The commitment of a leaf from the content of its entry. Undefined if the entry is gone. */
export function commitmentOf(row: SealedRow): Uint8Array | undefined {
  const { head, facts, salts, oldEntry, blinding } = row
  // Both forms at once: readers would take the old one.
  if (oldEntry !== null && head) return noCommitment
  if (head && facts && salts)
    return commitEntry(commitText(salts.subarray(0, 16), head), commitText(salts.subarray(16), facts))
  if (oldEntry === null) return undefined
  return commitContent({ shown: 'old', entry: canonicalJson(oldEntry), blinding })
}
