import type { Queryable } from '../../platform/db/pool.ts'
import { cursorOf, farthest, farthestMs, positionOf } from '../../platform/paging/cursor.ts'
import { type HandoverRow, handoversSinceMember } from '../handover/queries.ts'
import { noConversation } from './errors.ts'
import { hasMember } from './note-queries.ts'
import {
  type ConsentStepRow,
  consentSteps,
  type ThreadRefusalRow,
  type ThreadTextRow,
  threadRefusals,
  threadTexts,
} from './thread-queries.ts'

export type ThreadEntry =
  | { readonly kind: 'text'; readonly at: Date; readonly row: ThreadTextRow }
  | { readonly kind: 'consent'; readonly at: Date; readonly row: ConsentStepRow }
  | { readonly kind: 'refusal'; readonly at: Date; readonly row: ThreadRefusalRow }
  | { readonly kind: 'handover'; readonly at: Date; readonly row: HandoverRow }

interface Wanted {
  readonly memberId: number
  readonly cursor?: string | undefined
  readonly limit: number
}

interface FoundThread {
  /** Oldest first. */
  readonly entries: readonly ThreadEntry[]
  /** Leads to earlier entries; undefined if there are none. */
  readonly nextCursor: string | undefined
}

/** Order of entries with the same time: a text precedes its effect on consent. */
const rank = { handover: 0, text: 1, consent: 2, refusal: 3 } as const

/**
 * A page of a conversation, from the end backwards. Texts, consent changes, refusals and handovers come from four tables, and
 * the cursor holds a position in each, so they need no common order in the database.
 */
export async function getThread(
  db: Queryable,
  advisorId: number,
  { memberId, cursor, limit }: Wanted,
): Promise<FoundThread> {
  const [known] = await hasMember(db, [advisorId, memberId])
  if (!known) throw noConversation()
  const beginning = [farthest, farthest, farthestMs, farthest, farthest]
  const place = positionOf(cursor, beginning)
  const [textId = 0, version = 0, refusedMs = 0, refusedId = 0, handoverId = 0] = place
  const refusedAt = new Date(Math.min(refusedMs, farthestMs))
  const [texts, steps, refusals, handovers] = [
    await threadTexts(db, [advisorId, memberId, textId, limit + 1]),
    await consentSteps(db, [advisorId, memberId, version, limit + 1]),
    await threadRefusals(db, [advisorId, memberId, refusedAt, refusedId, limit + 1]),
    await handoversSinceMember(db, [advisorId, memberId, handoverId, limit + 1]),
  ]
  const all: ThreadEntry[] = [
    ...texts.map(row => ({ kind: 'text', at: row.createdAt, row }) as const),
    ...steps.map(row => ({ kind: 'consent', at: row.at, row }) as const),
    ...refusals.map(row => ({ kind: 'refusal', at: row.at, row }) as const),
    ...handovers.map(row => ({ kind: 'handover', at: row.at, row }) as const),
  ]
  // The sort is stable, and each kind is already newest first.
  const newestFirst = all.toSorted(
    (one, other) => other.at.getTime() - one.at.getTime() || rank[other.kind] - rank[one.kind],
  )
  const shown = newestFirst.slice(0, limit)
  const next = shown.reduce(placeAfter, place)
  return {
    entries: shown.toReversed(),
    nextCursor: newestFirst.length > limit ? cursorOf(next) : undefined,
  }
}

function placeAfter(place: readonly number[], entry: ThreadEntry): readonly number[] {
  const [textId = 0, version = 0, refusedMs = 0, refusedId = 0, handoverId = 0] = place
  switch (entry.kind) {
    case 'text':
      return [entry.row.messageId, version, refusedMs, refusedId, handoverId]
    case 'consent':
      return [textId, entry.row.version, refusedMs, refusedId, handoverId]
    case 'refusal':
      return [textId, version, entry.at.getTime(), entry.row.entryId, handoverId]
    case 'handover':
      return [textId, version, refusedMs, refusedId, entry.row.handoverId]
  }
}
