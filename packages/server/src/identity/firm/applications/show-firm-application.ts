import { limits } from '@parley/contract'
import type { Queryable } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { advisorsOfApplication, applicationsOfFirm, type FirmApplicationRow, type UseRow } from './queries.ts'

interface ShownApplication extends FirmApplicationRow {
  /** Advisors for whom it may act. */
  readonly use: readonly UseRow[]
}

/** An application that nobody of the firm allows does not exist here. */
export async function showFirmApplication(
  db: Queryable,
  firmId: number,
  applicationId: number,
): Promise<ShownApplication> {
  const [application] = await applicationsOfFirm(db, [firmId, applicationId])
  if (!application) throw new Problem('not_found', 'Nobody of your firm allows such an application.')
  const isForAll = application.allowedByFirmAt !== null
  const use = await advisorsOfApplication(db, [firmId, applicationId, isForAll, limits.usesShown])
  return { ...application, use }
}
