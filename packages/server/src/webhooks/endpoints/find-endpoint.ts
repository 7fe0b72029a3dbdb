import type { Queryable } from '../../platform/db/pool.ts'
import { noEndpoint } from './errors.ts'
import { type EndpointRow, endpointById } from './queries.ts'

export async function findEndpoint(
  db: Queryable,
  applicationId: number,
  endpointId: number,
): Promise<EndpointRow> {
  const [endpoint] = await endpointById(db, [applicationId, endpointId])
  if (!endpoint) throw noEndpoint()
  return endpoint
}
