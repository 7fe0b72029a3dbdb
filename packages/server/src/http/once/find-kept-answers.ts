import type { Tx } from '../../db/pool.ts'
import { type Claim, nameOf } from './claim.ts'
import type { OnceKey } from './once.ts'
import { lockKept } from './queries.ts'

/**
 * Looks for what is kept under keys, and takes none: for those who lock what twins have in common first, and keep their
 * answers by keepNewAnswers in the same transaction.
 */
export async function findKeptAnswers(tx: Tx, keys: readonly OnceKey[]): Promise<Claim[]> {
  if (keys.length === 0) return []
  const rows = await lockKept(tx, [
    keys.map(({ advisorId }) => advisorId),
    keys.map(({ applicationId }) => applicationId),
    keys.map(({ operation }) => operation),
    keys.map(({ key }) => key),
  ])
  const kept = new Map(rows.map(row => [row.position - 1, row]))
  const firsts = new Map<string, number>()
  return keys.map((key, index) => {
    const row = kept.get(index)
    if (row)
      return row.fingerprint.equals(key.fingerprint) ? { state: 'done', answer: row.answer } : otherBody
    const name = nameOf(key)
    const first = firsts.get(name)
    if (first === undefined) {
      firsts.set(name, index)
      return { state: 'new' }
    }
    return keys[first]?.fingerprint.equals(key.fingerprint) ? { state: 'twin', of: first } : otherBody
  })
}

const otherBody: Claim = { state: 'other body' }
