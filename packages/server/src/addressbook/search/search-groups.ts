import { containing } from '../../platform/db/like.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { countGroups, type GroupRow, groupPages, keptGroupTotal } from './queries.ts'
import { sliceOf, totalShownBy } from './slice.ts'

interface GroupSearch {
  readonly advisorId: number
  readonly words: readonly string[] | undefined
  readonly externalId: string | undefined
  readonly page: number
  readonly pageSize: number
  readonly sortDirection: 'asc' | 'desc'
}

interface FoundGroups {
  readonly groups: readonly GroupRow[]
  readonly total: number
}

/** A page of an advisor's groups by name, with the total count. */
export async function searchGroups(db: Queryable, search: GroupSearch): Promise<FoundGroups> {
  const { advisorId, sortDirection } = search
  const patterns = search.words?.map(containing) ?? null
  const externalId = search.externalId ?? null
  const { limit, offset } = sliceOf(search, undefined)
  const groups = await groupPages[sortDirection](db, [advisorId, patterns, externalId, limit, offset])
  const shown = totalShownBy(search, groups.length)
  if (shown !== undefined) return { groups, total: shown }
  const [counted] =
    patterns === null && externalId === null
      ? await keptGroupTotal(db, [advisorId])
      : await countGroups(db, [advisorId, patterns, externalId])
  return { groups, total: counted?.total ?? 0 }
}
