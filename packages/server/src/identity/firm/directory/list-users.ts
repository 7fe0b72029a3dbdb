import type { Queryable } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { countUsers, type DirectoryUserRow, users } from './queries.ts'
import type { UserFilter } from './read-user-filter.ts'

interface UserPage {
  readonly total: number
  readonly users: readonly DirectoryUserRow[]
}

/** People of the firm that its directory has not deleted, also those it never named. */
export async function listUsers(
  db: Queryable,
  firmId: number,
  { userName, externalId, personId }: UserFilter,
  { startIndex, count }: { readonly startIndex: number; readonly count: number },
): Promise<UserPage> {
  const { total } = firstRow(
    await countUsers(db, [firmId, userName, externalId, personId]),
    'the number of users',
  )
  const page = await users(db, [firmId, userName, externalId, personId, count, startIndex - 1])
  return { total, users: page }
}
