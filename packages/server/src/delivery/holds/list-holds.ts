import type { Database } from '../../platform/db/pool.ts'
import { type HoldRow, holds } from './queries.ts'

export type SendingHold = HoldRow

/** Subjects whose texts are blocked: those on hold, and disabled ones with waiting texts. */
export const listHolds = (database: Database): Promise<SendingHold[]> => holds(database, [])
