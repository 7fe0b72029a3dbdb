import type { Queryable } from '../../platform/db/pool.ts'
import { noGroup } from '../errors.ts'
import { type GroupRow, groupRow } from '../search/queries.ts'

export async function getGroup(db: Queryable, advisorId: number, groupId: number): Promise<GroupRow> {
  const [group] = await groupRow(db, [advisorId, groupId])
  if (!group) throw noGroup()
  return group
}
