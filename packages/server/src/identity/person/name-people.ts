import type { Queryable } from '../../platform/db/pool.ts'
import { namesOfPeople } from './queries.ts'

/** Names of people by id. */
export async function namePeople(
  db: Queryable,
  personIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (personIds.length === 0) return new Map()
  const rows = await namesOfPeople(db, [[...new Set(personIds)]])
  return new Map(rows.map(({ personId, name }) => [personId, name]))
}
