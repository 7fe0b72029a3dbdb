import type { Queryable } from '../platform/db/pool.ts'
import { actsOfApplication, type SubjectRow } from './read-queries.ts'

interface Wanted {
  readonly advisorId: number
  readonly applicationId: number
  readonly limit: number
}

interface Acts {
  /** Newest first. */
  readonly acts: readonly SubjectRow[]
  /** How far back the search went. */
  readonly since: Date
}

const daysBack = 30
/** Read in 60 ms. For an advisor with more entries in a month, the list covers less than a month. */
const walkMax = 20_000

/** Recent actions of an application on an advisor's account. */
export async function listActs(
  db: Queryable,
  { advisorId, applicationId, limit }: Wanted,
  now = new Date(),
): Promise<Acts> {
  const since = new Date(now.getTime() - daysBack * 86_400_000)
  const rows = await actsOfApplication(db, [advisorId, applicationId, since, walkMax, limit])
  return { acts: rows.filter(({ entryId }) => entryId !== null), since: rows[0]?.walkedTo ?? since }
}
