import type { Database } from '../../db/pool.ts'
import type { TakenLane } from './lanes.ts'
import { returnPace, takePace } from './pace-account.ts'

export interface Allowance {
  /** Those that may be claimed from, each for what is left to it. */
  readonly lanes: readonly TakenLane[]
  /** Those for which nothing was left. */
  readonly others: readonly TakenLane[]
  /** How long to wait where nothing may be sent at all. */
  readonly waitMs: number
  /** Gives back what was not claimed. */
  readonly returnUnused: (claimed: number) => Promise<void>
}

/** As many texts as the pace of the carrier's account allows, lane by lane in their order. */
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
