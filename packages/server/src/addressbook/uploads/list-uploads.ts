import type { Queryable } from '../../platform/db/pool.ts'
import { latestUploads, type UploadRow } from './queries.ts'

const shown = 20

/** The latest uploads, newest first. */
export const listUploads = (db: Queryable, advisorId: number): Promise<Omit<UploadRow, 'notes'>[]> =>
  latestUploads(db, [advisorId, shown])
