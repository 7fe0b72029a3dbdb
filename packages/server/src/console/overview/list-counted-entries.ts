import type { CountedEntry, OverviewFigure } from '@parley/contract'
import { showActors } from '../../identity/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { cursorOf, farthest, positionOf } from '../../platform/paging/cursor.ts'
import { findAdvisorOfFirm } from './find-advisor-of-firm.ts'
import { type CountedRow, countedEntriesOf, figuresByDay, readRepeatably } from './read-queries.ts'
import { readRange } from './read-range.ts'
import { sumFigures } from './shown-figures.ts'
import { addDays, daysIn } from './spans-of.ts'

interface CountedRequest {
  readonly firmId: number
  /** Undefined: of the whole firm. */
  readonly advisorId?: number | undefined
  readonly figure: OverviewFigure
  readonly from: string
  /** Included. */
  readonly to: string
  readonly cursor?: string | undefined
  readonly limit: number
}

interface CountedPage {
  readonly data: CountedEntry[]
  readonly nextCursor?: string
  /** The figure, read in the same snapshot. */
  readonly total: number
}

const firstDay = '1970-01-01'

/** The journal entries that a figure counts, without text and phone number. Their number is the figure. */
export async function listCountedEntries(database: Database, request: CountedRequest): Promise<CountedPage> {
  const { firmId, advisorId, figure, limit } = request
  const range = readRange(request.from, request.to)
  const beginning = [daysIn({ from: firstDay, to: range.to }), 0, farthest]
  const [afterDay = 0, afterAdvisorId = 0, afterIndex = 0] = positionOf(request.cursor, beginning)
  const { rows, total } = await inTransaction(
    database,
    async tx => {
      tx.sendWithCommit(readRepeatably(tx, []))
      if (advisorId !== undefined) await findAdvisorOfFirm(tx, firmId, advisorId)
      const [days, found] = await Promise.all([
        figuresByDay(tx, [advisorId ?? -firmId, range.from, range.to]),
        countedEntriesOf[figure](tx, [
          firmId,
          advisorId ?? null,
          range.from,
          range.to,
          addDays(firstDay, Math.min(afterDay, beginning[0] ?? 0)),
          afterAdvisorId,
          afterIndex,
          limit + 1,
        ]),
      ])
      return { rows: found, total: sumFigures(days)[figure] }
    },
    { readsFirst: true },
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const actorOf = await showActors(
    database,
    undefined,
    shown.map(({ actor }) => actor),
  )
  return {
    data: shown.map(row => shownEntry(row, actorOf(row.actor))),
    ...(last && {
      nextCursor: cursorOf([daysIn({ from: firstDay, to: last.day }), last.advisorId, last.logIndex]),
    }),
    total,
  }
}

const shownEntry = (row: CountedRow, actor: CountedEntry['actor']): CountedEntry => ({
  entryId: row.entryId,
  dateTime: row.at.toISOString(),
  kind: row.kind,
  advisor: { advisorId: row.advisorId, name: row.advisorName },
  actor,
  ...(row.kind.startsWith('message.') && { messageId: row.subjectId }),
  ...(row.memberId !== null && { memberId: row.memberId }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.waitedMs !== null && { waitedSeconds: Math.round(row.waitedMs / 1000) }),
})
