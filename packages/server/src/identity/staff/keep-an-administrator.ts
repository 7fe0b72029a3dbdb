import type { Actor } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { lockFirm } from '../people/queries.ts'
import { administratorsOfFirm } from './queries.ts'

interface Losing {
  readonly firmId: number
  /** Whoever stops being an administrator. */
  readonly personId: number
}

/**
 * Somebody of the firm cannot take away its last administrator: only an operator could give the role back. Two administrators who
 * remove each other at the same time wait for each other here.
 */
export async function keepAnAdministrator(tx: Tx, { firmId, personId }: Losing, by: Actor): Promise<void> {
  if (by.kind !== 'person') return
  await lockFirm(tx, [firmId])
  const administrators = await administratorsOfFirm(tx, [firmId])
  const isOne = administrators.some(each => each.personId === personId)
  if (isOne && administrators.length === 1) {
    throw new Problem('conflict', 'The firm needs an administrator. Make somebody else one first.')
  }
}
