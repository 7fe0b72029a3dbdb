import type { Database, Tx } from '../../db/pool.ts'
import * as journal from '../../journal/index.ts'
import { noteFailures } from '../conversations/note-failures.ts'
import { byIndex } from './by-index.ts'
import { type ClaimRow, claimWaiting } from './claim-queries.ts'
import { type LaneName, laneKey, type TakenLane } from './lanes.ts'
import { messageEntry, type Text } from './message-entry.ts'
import { recordEnded } from './record-queries.ts'

interface Claim {
  readonly claimId: string
  /** Name of the carrier that they are for. */
  readonly carrier: string
  readonly leaseMs: number
  readonly lanes: readonly TakenLane[]
}

interface ClaimedLane {
  readonly advisorId: number
  readonly number: string
  /** More may wait than was taken. */
  readonly isFull: boolean
  /** Texts that may be tried were passed over, because somebody is busy with their members. */
  readonly hasMissed: boolean
  readonly waitMs: number
  readonly textsPerSecond: number
}

export interface Claimed {
  /** Each is an attempt that is committed. */
  readonly texts: readonly Text[]
  /** Those asked for, without the ones that another worker is busy with or that may not be sent from. */
  readonly lanes: readonly ClaimedLane[]
  /** Texts that came too late, or whose recipient has opted out since. */
  readonly failed: readonly ('expired' | 'opted_out')[]
}

/** Takes texts that may be sent now and ends those that may not be sent any more, in one transaction. */
export function claimTexts(database: Database, claim: Claim): Promise<Claimed> {
  const { claimId, carrier, leaseMs, lanes } = claim
  return byIndex(database, async tx => {
    const rows = await claimWaiting(tx, [
      lanes.map(({ advisorId }) => advisorId),
      lanes.map(({ number }) => number),
      lanes.map(({ fromId }) => fromId),
      lanes.map(({ textsMax }) => textsMax),
      claimId,
      leaseMs,
      carrier,
    ])
    const texts: Text[] = []
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
type EndedText = TextRow & { readonly ending: 'expired' | 'opted_out' }

const isText = (row: ClaimRow): row is TextRow => row.messageId !== null
const isEnded = (row: TextRow): row is EndedText => row.ending !== null

async function failTexts(tx: Tx, texts: readonly EndedText[]): Promise<EndedText['ending'][]> {
  if (texts.length === 0) return []
  const ended = await recordEnded(tx, [
    null,
    texts.map(({ advisorId }) => advisorId),
    texts.map(({ memberId }) => memberId),
    texts.map(({ messageId }) => messageId),
    texts.map(() => 'failed'),
    texts.map(({ ending }) => ending),
    texts.map(({ ending }) => (ending === 'expired' ? 'expired' : null)),
  ])
  const read = new Map(texts.map(text => [text.messageId, text]))
  const told = ended.flatMap(row => {
    const text = read.get(row.messageId)
    return text ? [{ ...row, consentVersion: text.consentVersion, ending: text.ending }] : []
  })
  await noteFailures(tx, told)
  await journal.append(
    tx,
    told.map(text => messageEntry('message.failed', text, text.atMs, { reason: text.ending })),
  )
  return told.map(({ ending }) => ending)
}

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
