import { type FirmFigures, type OverviewFigure, overviewFigures } from '@parley/contract'
import type { FigureCounts } from './read-queries.ts'
import { medianOf, waitColumns } from './wait-buckets.ts'

const countEach = (countOf: (figure: OverviewFigure) => number): Record<OverviewFigure, number> =>
  Object.fromEntries(overviewFigures.map(figure => [figure, countOf(figure)])) as Record<
    OverviewFigure,
    number
  >

const none: FigureCounts = { ...countEach(() => 0), waits: waitColumns.map(() => 0) }

export function shownFigures(counts: FigureCounts = none): FirmFigures {
  const medianMs = medianOf(counts.waits)
  return {
    ...countEach(figure => counts[figure]),
    ...(medianMs !== undefined && { medianResponseSeconds: Math.round(medianMs / 1000) }),
  }
}

export const sumFigures = (rows: readonly FigureCounts[]): FigureCounts => ({
  ...countEach(figure => rows.reduce((sum, row) => sum + row[figure], 0)),
  waits: none.waits.map((_, bucket) => rows.reduce((sum, { waits }) => sum + (waits[bucket] ?? 0), 0)),
})
