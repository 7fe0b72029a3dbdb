import type { AdvisorFigures, PageInfo } from '@parley/contract'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import {
  type AdvisorCounts,
  countsByAdvisor,
  readRepeatably,
  waitsOfAdvisors,
  waitsOfFirm,
} from './read-queries.ts'
import { readRange } from './read-range.ts'
import { shownFigures } from './shown-figures.ts'
import { spansOf } from './spans-of.ts'

interface FiguresRequest {
  readonly firmId: number
  readonly from: string
  /** Included. */
  readonly to: string
  readonly search?: string | undefined
  readonly sortBy: Exclude<keyof AdvisorFigures, 'advisorId' | 'isActive'> | 'consentRate'
  readonly sortDirection: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/** Advisors of the firm with their figures. Medians are read for the page only, unless they decide which advisors are on it. */
export function listAdvisorFigures(
  database: Database,
  { firmId, from, to, search = '', sortBy, sortDirection, page, pageSize }: FiguresRequest,
): Promise<{ data: AdvisorFigures[]; pageInfo: PageInfo }> {
  const spans = columns(spansOf(readRange(from, to)), 'grain', 'from', 'to')
  const part = search.trim().toLocaleLowerCase()
  return inTransaction(
    database,
    async tx => {
      tx.sendWithCommit(readRepeatably(tx, []))
      const counts = await countsByAdvisor(tx, [firmId, ...spans])
      const found = counts.filter(({ name }) => name.toLocaleLowerCase().includes(part))
      const withMedians = async (rows: readonly AdvisorCounts[]): Promise<AdvisorFigures[]> => {
        const ids = rows.map(({ advisorId }) => advisorId)
        const waits = await (ids.length === counts.length
          ? waitsOfFirm(tx, [firmId, ...spans])
          : waitsOfAdvisors(tx, [firmId, ids, ...spans]))
        const waitsOf = new Map(waits.map(row => [row.advisorId, row.waits]))
        return rows.map(row => shownAdvisor(row, waitsOf.get(row.advisorId) ?? []))
      }
      const rows = sortBy === 'medianResponseSeconds' ? await withMedians(found) : found
      const sorted = rows.toSorted(
        (one, other) =>
          compare(valueOf(one, sortBy), valueOf(other, sortBy), sortDirection) ||
          one.name.localeCompare(other.name) ||
          one.advisorId - other.advisorId,
      )
      const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
      return {
        data: sortBy === 'medianResponseSeconds' ? shown : await withMedians(shown),
        pageInfo: { page, pageSize, totalRecord: found.length, sortBy, sortDirection },
      }
    },
    { readsFirst: true },
  )
}

const shownAdvisor = (row: AdvisorCounts, waits: readonly number[]): AdvisorFigures => ({
  advisorId: row.advisorId,
  name: row.name,
  isActive: row.isActive,
  ...shownFigures({ ...row, waits }),
})

function valueOf(row: AdvisorFigures, sortBy: FiguresRequest['sortBy']): string | number | undefined {
  if (sortBy !== 'consentRate') return row[sortBy]
  return row.consentsAsked === 0 ? undefined : row.consentsGiven / row.consentsAsked
}

type Value = string | number | undefined

/** Without a value is last in both directions. */
function compare(one: Value, other: Value, direction: 'asc' | 'desc'): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const order =
    typeof one === 'string' || typeof other === 'string'
      ? String(one).localeCompare(String(other))
      : one - other
  return direction === 'asc' ? order : -order
}
