import type { operations } from '@parley/contract'
import type { Static } from 'typebox'
import type { ContactSearch } from './search-contacts.ts'
import { normalizeSearchText } from './search-text.ts'

type Query = Static<typeof operations.searchContacts.query>

/** Parses a search query from partners or the advisor app. */
export function parseContactSearch(advisorId: number, query: Query): ContactSearch {
  const { page, pageSize, sortBy, sortDirection, search, groupId, phone, modifiedSince } = query
  return {
    filter: {
      advisorId,
      search: normalizeSearchText(search),
      groupId,
      phone,
      modifiedSince: modifiedSince === undefined ? undefined : instantOf(modifiedSince),
    },
    page,
    pageSize,
    sortBy,
    sortDirection,
  }
}

/** RFC 3339 allows a leap second, which JavaScript does not: it becomes the first second of the next minute. */
function instantOf(text: string): Date {
  const isLeap = /:60(?=[.Zz+-])/.test(text)
  const instant = new Date(isLeap ? text.replace(/:60(?=[.Zz+-])/, ':59') : text)
  return isLeap ? new Date(instant.getTime() + 1_000) : instant
}
