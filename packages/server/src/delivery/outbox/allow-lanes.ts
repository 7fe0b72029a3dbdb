import type { Database } from '../../platform/db/pool.ts'
import type { TakenLane } from './lanes.ts'
import { returnPace, takePace } from './pace-account.ts'

export interface Allowance {
  /** Lanes to claim from, each with its share. */
  readonly lanes: readonly TakenLane[]
  /** Lanes that got no share. */
  readonly others: readonly TakenLane[]
  /** How long to wait if nothing may be sent at all. */
  readonly waitMs: number
  /** Returns the unused allowance. */
  readonly returnUnused: (claimed: number) => Promise<void>
}

/** Distributes the account's pace over the lanes, in order. */
export async function allowLanes(
  database: Database,
  carrier: string,
  wanted: readonly TakenLane[],
  textsMax: number,
): Promise<Allowance> {
  const { texts, waitMs } = await takePace(database, carrier, textsMax)
  let left = texts
  const lanes = wanted.flatMap(lane => {
    const most = Math.min(left, lane.textsMax)
    left -= most
    return most > 0 ? [{ ...lane, textsMax: most }] : []
  })
  return {
    lanes,
    others: wanted.slice(lanes.length),
    waitMs: texts === 0 ? waitMs : 0,
    returnUnused: claimed => returnPace(database, carrier, texts - claimed),
  }
}

/** For an account without a pace. */
export const allowAll = (wanted: readonly TakenLane[]): Allowance => ({
  lanes: wanted,
  others: [],
  waitMs: 0,
  returnUnused: () => Promise.resolve(),
})
