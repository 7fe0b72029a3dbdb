import type { Queryable } from '../db/pool.ts'
import { actsOfApplication, type SubjectRow } from './read-queries.ts'

interface Wanted {
  readonly advisorId: number
  readonly applicationId: number
  readonly limit: number
}

interface Acts {
  /** The newest first. */
  readonly acts: readonly SubjectRow[]
  /** How far back was looked. */
  readonly since: Date
}

const daysBack = 30
/** Read in 60 ms. An advisor on whose account more happens in a month sees what happened in less. */
const walkMax = 20_000

/** What an application did lately on an advisor's account. */
export async function listActs(
  db: Queryable,
  { advisorId, applicationId, limit }: Wanted,
  now = new Date(),
): Promise<Acts> {
  const since = new Date(now.getTime() - daysBack * 86_400_000)
  const rows = await actsOfApplication(db, [advisorId, applicationId, since, walkMax, limit])
  return { acts: rows.filter(({ entryId }) => entryId !== null), since: rows[0]?.walkedTo ?? since }
}
