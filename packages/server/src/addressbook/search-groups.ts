import type { Queryable } from '../db/pool.ts'
import { sliceOf, totalShownBy } from './page.ts'
import { countGroups, type GroupRow, groupPages, keptGroupTotal } from './search-queries.ts'
import { containing } from './search-text.ts'

interface GroupSearch {
  readonly advisorId: number
  readonly search: string | undefined
  readonly page: number
  readonly pageSize: number
  readonly sortDirection: 'asc' | 'desc'
}

interface FoundGroups {
  readonly groups: readonly GroupRow[]
  readonly total: number
}

/** A page of an advisor's groups by name, and how many there are in all. */
export async function searchGroups(db: Queryable, search: GroupSearch): Promise<FoundGroups> {
  const { advisorId, sortDirection } = search
  const pattern = containing(search.search ?? '')
  const { limit, offset } = sliceOf(search, undefined)
  const groups = await groupPages[sortDirection](db, [advisorId, pattern, limit, offset])
  const shown = totalShownBy(search, groups.length)
  if (shown !== undefined) return { groups, total: shown }
  const [counted] =
    search.search === undefined
      ? await keptGroupTotal(db, [advisorId])
      : await countGroups(db, [advisorId, pattern])
  return { groups, total: counted?.total ?? 0 }
}
