import type { Queryable } from '../../platform/db/pool.ts'
import { groupNamesById } from './queries.ts'

interface NamedGroup {
  readonly groupId: number
  readonly name: string
}

/** The groups with these ids, by name. Deleted ones are omitted. */
export async function nameGroups(
  db: Queryable,
  advisorId: number,
  groupIds: readonly number[],
): Promise<NamedGroup[]> {
  return groupIds.length === 0 ? [] : groupNamesById(db, [advisorId, [...new Set(groupIds)]])
}
