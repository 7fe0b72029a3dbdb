import type { Queryable } from '../db/pool.ts'
import { groupNamesById } from './group-queries.ts'

interface NamedGroup {
  readonly groupId: number
  readonly name: string
}

/** The groups with these ids, by name. One that is gone is left out. */
export async function nameGroups(
  db: Queryable,
  advisorId: number,
  groupIds: readonly number[],
): Promise<NamedGroup[]> {
  return groupIds.length === 0 ? [] : groupNamesById(db, [advisorId, [...new Set(groupIds)]])
}
