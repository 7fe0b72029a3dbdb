import type { Queryable } from '../../platform/db/pool.ts'
import { carrierRecords, liveStates } from './queries.ts'
import type { CarrierRecord, LiveState } from './records.ts'

export interface ListedCarrier extends Pick<CarrierRecord, 'name' | 'kind'> {
  /** Null if not configured: the built-in simulator of a sandbox without other carriers. */
  readonly configured: CarrierRecord | null
  /** Null if no worker has reported on it recently, or it is retired. */
  readonly state: LiveState | null
}

/** All carriers with their state as workers report it, by name, retired ones last. */
export async function listCarriers(db: Queryable): Promise<ListedCarrier[]> {
  const records = await carrierRecords(db, [])
  const states = new Map((await liveStates(db, [])).map(({ carrier, ...state }) => [carrier, state]))
  const listed = records.map(record => ({
    name: record.name,
    kind: record.kind,
    configured: record,
    state: record.retiredAt ? null : (states.get(record.name) ?? null),
  }))
  if (records.length > 0) return listed
  return [...states].map(([name, state]) => ({ name, kind: 'simulator', configured: null, state }))
}
