import type { Queryable } from '../../platform/db/pool.ts'
import { type HandoverRow, handoversOf } from './queries.ts'

/** When a book changed hands, newest first, and how many clients were told. */
export const listHandovers = async (db: Queryable, advisorId: number): Promise<readonly HandoverRow[]> =>
  handoversOf(db, [advisorId])
