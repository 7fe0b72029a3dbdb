import type { ParleyEvent } from '@parley/contract'
import type { Queryable } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { eventOf } from './event-of.ts'
import { type EventRow, eventsOfAll, eventsOfSome } from './queries.ts'
import { wantedKinds } from './wanted-kinds.ts'

export interface EventsRequest {
  readonly applicationId: number
  /** Of the advisors who allow the application only these. Undefined: all. */
  readonly advisorIds?: readonly number[] | undefined
  /** Scopes of the reader's token. Undefined: whatever each advisor allows the application. */
  readonly scopes?: ReadonlySet<string> | undefined
  /** Types or families such as message.*. Undefined: all. */
  readonly types?: readonly string[] | undefined
  /** Entries of the log before this one have been read. 0: from the grant on. */
  readonly position: number
  readonly limit: number
  /** Reads no further. For a reader that knows whose entries are before it, and asks for these advisors only. */
  readonly end?: number | undefined
}

export interface PlacedEvent {
  /** The position behind it. */
  readonly position: number
  readonly advisorId: number
  /** Events with the same lane are about one conversation, or else one subject. */
  readonly lane: string
  readonly event: ParleyEvent
}

export interface EventsRead {
  readonly events: readonly PlacedEvent[]
  /** Where to continue, also when nothing was found. */
  readonly position: number
  /** The newest position of the log. */
  readonly newest: number
  /** Advisors whose entries were looked for: 0 if none of those asked for has ever allowed the application. */
  readonly advisors: number
}

/** Entries looked at in one statement. Of a reader that asks for certain types, few may be events. */
const scan = { all: 200, filtered: 1_000 }
/** After this long, a reader gets its position and continues from there. */
const budgetMs = 1_000

/**
 * The next events of an application in the order of the log, with what advisors allow it at this moment. It may return none
 * although there are more: a position before the newest one says so.
 */
export async function readEvents(db: Queryable, request: EventsRequest): Promise<EventsRead> {
  const startedAt = performance.now()
  let read = await readOnce(db, request)
  while (
    read.events.length === 0 &&
    read.position < Math.min(read.newest, request.end ?? read.newest) &&
    performance.now() - startedAt < budgetMs
  ) {
    read = await readOnce(db, { ...request, position: read.position })
  }
  return read
}

async function readOnce(db: Queryable, request: EventsRequest): Promise<EventsRead> {
  const { applicationId, advisorIds, types, scopes, position, limit } = request
  const { end = Number.MAX_SAFE_INTEGER } = request
  const { texting, contacts, access } = wantedKinds(types, scopes)
  const scanned = Math.max(limit, types === undefined ? scan.all : scan.filtered)
  const values = [applicationId, position, scanned, limit, texting, contacts, access, end] as const
  const rows = await (advisorIds === undefined
    ? eventsOfAll(db, [...values])
    : eventsOfSome(db, [...values, advisorIds]))
  const { size, scannedTo, advisors } = firstRow(rows, 'the place in the log')
  const events = rows.flatMap(row => placed(row, applicationId))
  const last = events.length === limit ? events.at(-1) : undefined
  return { events, position: last?.position ?? scannedTo, newest: size, advisors }
}

function placed(row: EventRow, applicationId: number): PlacedEvent[] {
  if (row.logIndex === null) return []
  const event = eventOf(row, applicationId)
  const { subject, conversation } = event
  const lane = conversation ? `member ${conversation.memberId}` : `${subject.type} ${subject.id}`
  return [{ position: row.logIndex + 1, advisorId: row.advisorId, lane, event }]
}
