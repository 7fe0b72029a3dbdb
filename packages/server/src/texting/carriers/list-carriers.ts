import type { Queryable } from '../../db/pool.ts'
import { carrierRecords, liveStates } from './queries.ts'
import type { CarrierRecord, LiveState } from './records.ts'

export interface ListedCarrier extends Pick<CarrierRecord, 'name' | 'kind'> {
  /** Null: nobody has configured it. It is the simulator of a sandbox that has no other carrier. */
  readonly configured: CarrierRecord | null
  /** Null: no worker has said anything about it lately, or it is retired and nobody is to look after it. */
  readonly state: LiveState | null
}

/** All carriers with what the workers say about them, by name, those that are retired last. */
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
