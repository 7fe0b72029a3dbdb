import type { ContentPage } from '@parley/contract'
import type { Queryable } from '../platform/db/pool.ts'
import type { ContentType } from './content-type.ts'
import { newestContent, newestContentOfType, relevantContent, relevantContentOfType } from './queries.ts'
import { searchWordsOf } from './words.ts'

interface Search {
  readonly contentType: ContentType | 'All'
  readonly search?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/**
 * Items for everyone and for the advisor's firm. A blank search returns all of them, newest first. A search without a word
 * finds nothing.
 */
export async function searchContent(
  db: Queryable,
  advisorId: number,
  { contentType, search = '', page, pageSize }: Search,
): Promise<ContentPage> {
  const offset = (page - 1) * pageSize
  const isSearch = search.trim() !== ''
  const rows = isSearch ? await byRelevance() : await byDate()
  const data = rows.flatMap(({ title, url }) => (title === null || url === null ? [] : [{ title, url }]))
  return {
    data,
    pageInfo: {
      page,
      pageSize,
      totalRecord: rows[0]?.total ?? 0,
      sortDirection: 'desc',
      sortBy: isSearch ? 'relevance' : 'datePublished',
    },
  }

  function byDate(): ReturnType<typeof newestContent> {
    return contentType === 'All'
      ? newestContent(db, [advisorId, pageSize, offset])
      : newestContentOfType(db, [advisorId, pageSize, offset, contentType])
  }

  async function byRelevance(): ReturnType<typeof relevantContent> {
    const words = searchWordsOf(search)
    if (!words) return []
    const { leading, last, isLastPrefix } = words
    return contentType === 'All'
      ? relevantContent(db, [advisorId, pageSize, offset, leading, last, isLastPrefix])
      : relevantContentOfType(db, [advisorId, pageSize, offset, leading, last, isLastPrefix, contentType])
  }
}
