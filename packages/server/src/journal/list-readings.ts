import type { Queryable } from '../platform/db/pool.ts'
import { readingsOfApplications } from './read-queries.ts'

interface Readings {
  /** When each application last read conversations. */
  readonly readAt: ReadonlyMap<number, Date>
  /** How far back the search went. */
  readonly since: Date
}

const daysBack = 30
/** As for acts: read in 60 ms. */
const walkMax = 20_000

/** When applications last read or listed an advisor's conversations. */
export async function listReadings(
  db: Queryable,
  advisorId: number,
  now: Date = new Date(),
): Promise<Readings> {
  const since = new Date(now.getTime() - daysBack * 86_400_000)
  const rows = await readingsOfApplications(db, [advisorId, since, walkMax])
  const readAt = new Map(
    rows.flatMap(({ applicationId, at }) =>
      applicationId === null || at === null ? [] : [[applicationId, at]],
    ),
  )
  return { readAt, since: rows[0]?.walkedTo ?? since }
}
