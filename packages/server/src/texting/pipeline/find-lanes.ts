import type { Database } from '../../db/pool.ts'
import { byIndex } from './by-index.ts'
import { arrivedLanes, type FoundLaneRow, insertLanes, newestText, waitingLanes } from './claim-queries.ts'
import type { Lane } from './lanes.ts'

/** Ids step by 1,024. */
const idStep = 1_024
/** How far back commits are looked for that came out of the order of their ids. */
const lookBackTexts = 1_000
const lookBackEveryMs = 100
const pageTexts = 2_000

const spacingMostMs = 60_000

/**
 * What takes long is done seldom: at most a twentieth of the time, but once a minute. A process that was stopped in the
 * middle, with its machine or by a debugger, has taken minutes by the clock, and would rest for an hour.
 */
export const spacing = (leastMs: number, tookMs: number): number =>
  Math.min(spacingMostMs, Math.max(leastMs, 20 * tookMs))

/** Finds lanes of a carrier where texts wait: new ones within moments, and all there are by a sweep. */
export class LaneFinder {
  readonly #database: Database
  readonly #carrier: string
  #afterId: number | undefined
  #looksBackAtMs = 0

  constructor(database: Database, carrier: string) {
    this.#database = database
    this.#carrier = carrier
  }

  /** Those where texts have arrived since the last time, and whether there are more. */
  async arrived(): Promise<{ lanes: Lane[]; isFull: boolean }> {
    const began = performance.now()
    const looksBack = began >= this.#looksBackAtMs
    const rows = await byIndex(this.#database, async tx => {
      this.#afterId ??= (await newestText(tx, []))[0]?.id ?? 0
      const afterId = looksBack ? Math.max(0, this.#afterId - lookBackTexts * idStep) : this.#afterId
      return createMissing(tx, await arrivedLanes(tx, [afterId, pageTexts]))
    })
    for (const { lastId } of rows) this.#afterId = Math.max(this.#afterId ?? 0, lastId)
    if (looksBack) {
      const now = performance.now()
      this.#looksBackAtMs = now + spacing(lookBackEveryMs, now - began)
    }
    return {
      lanes: this.#own(rows).map(laneOf),
      isFull: rows.reduce((sum, { texts }) => sum + texts, 0) >= pageTexts,
    }
  }

  /** All of them, and for how long the text that waits longest has been due. */
  async waiting(): Promise<{ lanes: Lane[]; oldestMs: number }> {
    const rows = this.#own(
      await byIndex(this.#database, async tx => createMissing(tx, await waitingLanes(tx, []))),
    )
    return {
      lanes: rows.map(laneOf),
      oldestMs: rows.reduce((oldest, { dueForMs }) => Math.max(oldest, dueForMs), 0),
    }
  }

  /** The others are looked at, too: what has been passed over once need not be passed over again. */
  #own<Row extends FoundLaneRow>(rows: readonly Row[]): Row[] {
    return rows.filter(({ carrier }) => carrier === null || carrier === this.#carrier)
  }
}

const laneOf = ({ advisorId, number, firstId }: FoundLaneRow): Lane => ({
  advisorId,
  number,
  fromId: firstId,
})

async function createMissing<Row extends FoundLaneRow>(
  tx: Parameters<typeof insertLanes>[0],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const missing = rows.filter(({ hasLane }) => !hasLane)
  if (missing.length > 0) {
    // In key order, so that two workers cannot wait for each other.
    const inOrder = missing.toSorted((one, other) => one.advisorId - other.advisorId)
    await insertLanes(tx, [inOrder.map(({ advisorId }) => advisorId), inOrder.map(({ number }) => number)])
  }
  return rows
}
