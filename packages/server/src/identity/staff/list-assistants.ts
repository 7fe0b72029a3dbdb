import type { Queryable } from '../../platform/db/pool.ts'
import { assistantsOf } from './holder-queries.ts'

/** People who act for an advisor, by name. */
export const listAssistants = async (
  db: Queryable,
  advisorId: number,
): Promise<{ readonly personId: number; readonly name: string }[]> => [
  ...(await assistantsOf(db, [advisorId])),
]
