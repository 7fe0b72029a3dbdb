import type { Queryable } from '../../db/pool.ts'
import { findApplication } from './find-application.ts'
import { apiKeys } from './queries.ts'
import { type ApiKey, apiKeyOf } from './records.ts'

/** Of one application, or all. */
export async function listKeys(db: Queryable, clientId?: string): Promise<ApiKey[]> {
  const application = clientId === undefined ? undefined : await findApplication(db, clientId)
  return (await apiKeys(db, [application?.id])).map(apiKeyOf)
}
