import { classifyDatabaseError } from '../../db/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { type Claim, nameOf } from './claim.ts'
import { stillUnderWay } from './errors.ts'
import type { OnceKey } from './once.ts'
import { claimKeyRows } from './queries.ts'

/**
 * Takes keys before anything else is locked, and answers a claim for each. A key that a twin has taken and not yet
 * committed is waited for: if the twin comes to nothing it is new. What is not committed keeps nothing, so a request
 * that was refused is decided anew when it is sent again.
 */
export async function claimKeys(tx: Tx, keys: readonly OnceKey[]): Promise<Claim[]> {
  const rows = await claimKeyRows(tx, [
    keys.map(({ advisorId }) => advisorId),
    keys.map(({ applicationId }) => applicationId),
    keys.map(({ operation }) => operation),
    keys.map(({ key }) => key),
    keys.map(({ fingerprint }) => fingerprint),
  ]).catch((error: unknown) => {
    // The lock timeout, or that of the statement where it is shorter: the only thing to wait for here is a twin.
    throw classifyDatabaseError(error) === 'timeout' ? stillUnderWay(error) : error
  })
  if (rows.length !== keys.length) throw new Error('a key that was claimed is not there')
  const firsts = new Map<string, number>()
  return rows.map(({ isNew, isSame, answer }, index) => {
    if (!isSame) return { state: 'other body' }
    if (!isNew) {
      if (answer === null) throw new Error('a key was kept without its answer')
      return { state: 'done', answer }
    }
    const name = nameOf(keys[index] as OnceKey)
    const first = firsts.get(name)
    if (first !== undefined) return { state: 'twin', of: first }
    firsts.set(name, index)
    return { state: 'new' }
  })
}
