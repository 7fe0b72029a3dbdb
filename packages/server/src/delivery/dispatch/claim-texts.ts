import { byIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { type LaneName, laneKey, type TakenLane } from '../outbox/lanes.ts'
import { type ClaimEnding, type ClaimRow, claimWaiting } from './claim-queries.ts'
import { failTexts } from './fail-texts.ts'
import type { Text } from './message-entry.ts'

interface Claim {
  readonly claimId: string
  /** Name of the carrier to claim for. */
  readonly carrier: string
  readonly leaseMs: number
  readonly lanes: readonly TakenLane[]
}

interface ClaimedLane {
  readonly advisorId: number
  readonly number: string
  /** More texts may be waiting than were claimed. */
  readonly isFull: boolean
  /** Eligible texts were skipped because their members are locked. */
  readonly hasMissed: boolean
  readonly waitMs: number
  readonly textsPerSecond: number
}

export type ClaimedText = Text & Pick<ClaimRow, 'traceParent'>

export interface Claimed {
  /** Each is an attempt that is already committed. */
  readonly texts: readonly ClaimedText[]
  /** The requested lanes, except those locked by another worker or not allowed to send. */
  readonly lanes: readonly ClaimedLane[]
  /** Texts that expired, whose recipient opted out or declined, or whose application lost its authorization. */
  readonly failed: readonly ClaimEnding[]
}

/** Claims texts that may be sent now and fails those that no longer may, in one transaction. */
export function claimTexts(database: Database, claim: Claim): Promise<Claimed> {
  const { claimId, carrier, leaseMs, lanes } = claim
  return byIndex(database, async tx => {
    const rows = await claimWaiting(tx, [
      ...columns(lanes, 'advisorId', 'number', 'fromId', 'textsMax'),
      claimId,
      leaseMs,
      carrier,
    ])
    const texts: ClaimedText[] = []
    const late: EndedText[] = []
    const laneRows: ClaimRow[] = []
    for (const row of rows) {
      if (!isText(row)) laneRows.push(row)
      else if (isEnded(row)) late.push(row)
      else texts.push(row)
    }
    const failed = await failTexts(tx, late)
    return { texts, lanes: describeLanes(laneRows, [...texts, ...late]), failed }
  })
}

type TextRow = ClaimRow & { readonly messageId: number }
type EndedText = TextRow & { readonly ending: ClaimEnding }

const isText = (row: ClaimRow): row is TextRow => row.messageId !== null
const isEnded = (row: TextRow): row is EndedText => row.ending !== null

function describeLanes(rows: readonly ClaimRow[], taken: readonly LaneName[]): ClaimedLane[] {
  const counts = new Map<string, number>()
  for (const text of taken) counts.set(laneKey(text), (counts.get(laneKey(text)) ?? 0) + 1)
  return rows.map(row => ({
    advisorId: row.advisorId,
    number: row.number,
    isFull: row.found >= row.allowance,
    hasMissed: row.found > (counts.get(laneKey(row)) ?? 0),
    waitMs: row.waitMs,
    textsPerSecond: row.textsPerSecond,
  }))
}
