import type { FirmOverview } from '@parley/contract'
import { readCompleteness } from '../../events/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { findAdvisorOfFirm } from './find-advisor-of-firm.ts'
import { foldProgress } from './fold-queries.ts'
import { figuresByDay, readRepeatably } from './read-queries.ts'
import { readRange } from './read-range.ts'
import { shownFigures, sumFigures } from './shown-figures.ts'
import { addDays, daysIn } from './spans-of.ts'

interface OverviewRequest {
  readonly firmId: number
  readonly from: string
  /** Included. */
  readonly to: string
  /** Undefined: of the whole firm. */
  readonly advisorId?: number | undefined
}

/** What is counted so far, of one firm or one of its advisors. */
export async function getFirmOverview(
  database: Database,
  { firmId, from, to: lastDay, advisorId }: OverviewRequest,
): Promise<FirmOverview> {
  const range = readRange(from, lastDay)
  const dayCount = daysIn(range)
  // Before the figures are read: they then contain at least what this is about.
  const completeness = await readCompleteness(database)
  return inTransaction(
    database,
    async tx => {
      tx.sendWithCommit(readRepeatably(tx, []))
      const advisor = advisorId === undefined ? undefined : await findAdvisorOfFirm(tx, firmId, advisorId)
      const [progress, rows] = await Promise.all([
        foldProgress(tx, []),
        figuresByDay(tx, [advisorId ?? -firmId, addDays(from, -dayCount), range.to]),
      ])
      const { position, size } = firstRow(progress, 'the progress of the figures')
      const byDay = new Map(rows.map(row => [row.day, row]))
      const isComplete = position >= completeness.size
      return {
        totals: shownFigures(sumFigures(rows.filter(({ day }) => day >= from))),
        previous: shownFigures(sumFigures(rows.filter(({ day }) => day < from))),
        series: Array.from({ length: dayCount }, (_, index) => {
          const day = addDays(from, index)
          return { day, ...shownFigures(byDay.get(day)) }
        }),
        ...(advisor && { advisor }),
        ...(isComplete && { dateTimeComplete: completeness.until.toISOString() }),
        entriesBehind: Math.max(0, size - position),
      }
    },
    { readsFirst: true },
  )
}
