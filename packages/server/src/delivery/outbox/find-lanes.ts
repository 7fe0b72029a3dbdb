import { byIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Lane } from './lanes.ts'
import { arrivedLanes, type FoundLaneRow, insertLanes, newestText, waitingLanes } from './queries.ts'

/** Message ids increase in steps of 1,024. */
const idStep = 1_024
/** How far back to look for commits that arrived out of id order. */
const lookBackTexts = 1_000
const lookBackEveryMs = 100
const pageTexts = 2_000

const spacingMostMs = 60_000

/**
 * Spaces out slow queries to at most a twentieth of the time, but at least once a minute. Without that cap, a process
 * suspended mid-query, with its machine or in a debugger, would measure minutes and then rest for an hour.
 */
export const spacing = (leastMs: number, tookMs: number): number =>
  Math.min(spacingMostMs, Math.max(leastMs, 20 * tookMs))

/** Finds a carrier's lanes with waiting texts: new ones quickly, and all of them by a sweep. */
export class LaneFinder {
  readonly #database: Database
  readonly #carrier: string
  #afterId: number | undefined
  #looksBackAtMs = 0

  constructor(database: Database, carrier: string) {
    this.#database = database
    this.#carrier = carrier
  }

  /** Lanes with texts that arrived since the last call, and whether there are more. */
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

  /** All lanes with waiting texts, and how long the oldest text has been due. */
  async waiting(): Promise<{ lanes: Lane[]; oldestMs: number }> {
    const rows = this.#own(
      await byIndex(this.#database, async tx => createMissing(tx, await waitingLanes(tx, []))),
    )
    return {
      lanes: rows.map(laneOf),
      oldestMs: rows.reduce((oldest, { dueForMs }) => Math.max(oldest, dueForMs), 0),
    }
  }

  /** Rows of other carriers and held lanes are read too, so that the position advances past them only once. */
  #own<Row extends FoundLaneRow>(rows: readonly Row[]): Row[] {
    return rows.filter(
      ({ carrier, isHeld }) => isHeld !== true && (carrier === null || carrier === this.#carrier),
    )
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
  const missing = rows.filter(({ isHeld }) => isHeld === null)
  if (missing.length > 0) {
    await insertLanes(tx, [missing.map(({ advisorId }) => advisorId), missing.map(({ number }) => number)])
  }
  return rows
}
