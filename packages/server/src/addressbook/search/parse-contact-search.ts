import type { operations } from '@parley/contract'
import type { Static } from 'typebox'
import { instantOf } from '../../platform/time/instant-of.ts'
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
