import type { Queryable } from '../../platform/db/pool.ts'
import { type EndpointRow, endpointById, endpointsOf } from '../endpoints/queries.ts'
import { deliveriesByHour, type HourRow, lagOfEndpoints } from './queries.ts'

export interface ObservedEndpoint {
  readonly row: EndpointRow
  readonly lagSeconds: number | null
  /** The last 24, oldest first. */
  readonly hours: readonly HourRow[]
}

/** Endpoints with lag and deliveries of the last day. */
export async function readEndpoints(
  db: Queryable,
  applicationId: number,
  endpointId: number | null = null,
): Promise<readonly ObservedEndpoint[]> {
  const rows = await (endpointId === null
    ? endpointsOf(db, [applicationId])
    : endpointById(db, [applicationId, endpointId]))
  const lags = await lagOfEndpoints(db, [applicationId])
  const hours = await deliveriesByHour(db, [applicationId, endpointId])
  return rows.map(row => ({
    row,
    lagSeconds: lags.find(lag => lag.endpointId === row.endpointId)?.lagSeconds ?? null,
    hours: hours.filter(hour => hour.endpointId === row.endpointId),
  }))
}
