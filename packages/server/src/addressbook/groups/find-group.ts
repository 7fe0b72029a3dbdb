import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { groupById, groupsNamed } from './queries.ts'

interface FoundGroup {
  readonly id: number
  readonly name: string
}

/** Finds a group by id, or by case-insensitive name if only one of the advisor's groups has it. */
export async function findGroup(db: Queryable, advisorId: number, reference: string): Promise<FoundGroup> {
  const isId = /^[0-9]{1,15}$/.test(reference)
  const found = isId
    ? await groupById(db, [advisorId, Number(reference)])
    : await groupsNamed(db, [advisorId, reference])
  const [group] = found
  if (!group) {
    throw new Problem('not_found', `The advisor has no group ${isId ? 'with the id ' : ''}${reference}.`)
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Problem('conflict', `${found.length} groups are called ${group.name}. Use the id: ${ids}.`)
  }
  return group
}
