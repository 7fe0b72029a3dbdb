import type { Queryable } from '../../../platform/db/pool.ts'
import { type DirectoryRow, directoryOfFirm } from './queries.ts'

export type FirmDirectory = DirectoryRow

/** Undefined: the firm never had one. */
export async function showDirectory(db: Queryable, firmId: number): Promise<FirmDirectory | undefined> {
  const [directory] = await directoryOfFirm(db, [firmId])
  return directory
}
