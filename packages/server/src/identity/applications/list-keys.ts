import type { Queryable } from '../../platform/db/pool.ts'
import { findApplication } from './find-application.ts'
import { apiKeys } from './queries.ts'
import type { ApiKey } from './records.ts'

/** API keys of one application, or of all. */
export async function listKeys(db: Queryable, clientId?: string): Promise<ApiKey[]> {
  const application = clientId === undefined ? undefined : await findApplication(db, clientId)
  return apiKeys(db, [application?.id])
}
