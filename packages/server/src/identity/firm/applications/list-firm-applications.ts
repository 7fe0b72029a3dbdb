import type { Queryable } from '../../../platform/db/pool.ts'
import { applicationsOfFirm, type FirmApplicationRow } from './queries.ts'

/** Applications that the firm or one of its advisors allows, by name. */
export const listFirmApplications = (db: Queryable, firmId: number): Promise<FirmApplicationRow[]> =>
  applicationsOfFirm(db, [firmId, undefined])
