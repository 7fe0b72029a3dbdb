import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { firmById, firmsByName } from './queries.ts'
import type { Firm } from './records.ts'

/** Finds a firm by id or, ignoring case, by name if only one firm has it. */
export async function findFirm(db: Queryable, reference: string): Promise<Firm> {
  const isId = /^[0-9]{1,15}$/.test(reference)
  const found = isId ? await firmById(db, [Number(reference)]) : await firmsByName(db, [reference])
  const [firm] = found
  if (!firm) throw new Problem('not_found', `There is no firm ${isId ? 'with the id ' : ''}${reference}.`)
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Problem('conflict', `${found.length} firms are called ${firm.name}. Use the id: ${ids}.`)
  }
  return firm
}
