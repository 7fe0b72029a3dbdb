import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { factorsOf } from '../person/queries.ts'

/** The last second factor stays if the firm requires one. The caller has locked the person. */
export async function requireFactorLeft(tx: Tx, personId: number): Promise<void> {
  const [factors] = await factorsOf(tx, [personId])
  if (!factors?.isRequired || factors.hasCodes || factors.hasPasskey) return
  throw new Problem(
    'conflict',
    'Your firm requires a second factor. Add a passkey or an authenticator app before you remove this one.',
  )
}
