import type { Queryable } from '../../platform/db/pool.ts'
import { cursorOf, farthest, farthestMs, positionOf } from '../../platform/paging/cursor.ts'
import { findEndpoint } from './find-endpoint.ts'
import { type DeliveryRow, deliveriesOf } from './queries.ts'

interface DeliveriesWanted {
  readonly applicationId: number
  readonly endpointId: number
  readonly outcome?: DeliveryRow['outcome'] | undefined
  /** From the page before. */
  readonly before?: string | undefined
  readonly pageSize: number
}

interface DeliveryPage {
  readonly deliveries: readonly DeliveryRow[]
  /** Where the next page begins, if there is one. */
  readonly before: string | undefined
}

/** Attempts of an endpoint, newest first. */
export async function listDeliveries(
  db: Queryable,
  { applicationId, endpointId, outcome, before, pageSize }: DeliveriesWanted,
): Promise<DeliveryPage> {
  await findEndpoint(db, applicationId, endpointId)
  const [ms = farthestMs, position = farthest] = positionOf(before, [farthestMs, farthest], 'before')
  const rows = await deliveriesOf(db, [
    applicationId,
    endpointId,
    outcome ?? null,
    new Date(Math.min(ms, farthestMs)),
    position,
    pageSize + 1,
  ])
  const deliveries = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? deliveries.at(-1) : undefined
  return { deliveries, before: last && cursorOf([last.at.getTime(), last.position]) }
}
