import type { Queryable } from '../../platform/db/pool.ts'
import { applicationNames } from './queries.ts'

/** Names of applications, by id. */
export async function nameApplications(
  db: Queryable,
  applicationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (applicationIds.length === 0) return new Map()
  const rows = await applicationNames(db, [[...new Set(applicationIds)]])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
