import type { operations } from '@parley/contract'
import type { Static } from 'typebox'
import { instantOf } from '../../platform/time/instant-of.ts'
import { readContactCursor } from './contact-cursor.ts'
import type { ContactSearch } from './search-contacts.ts'
import { searchWordsOf } from './search-words.ts'

type Query = Static<typeof operations.searchContacts.query>

/** Parses a search query from partners or the advisor app. */
export function parseContactSearch(advisorId: number, query: Query): ContactSearch {
  const { page, pageSize, sortBy, sortDirection, search, groupId, phone, externalContactId, modifiedSince } =
    query
  return {
    filter: {
      advisorId,
      words: searchWordsOf(search),
      groupId,
      phone,
      externalId: externalContactId,
      modifiedSince: modifiedSince === undefined ? undefined : instantOf(modifiedSince),
    },
    after: query.after === undefined ? undefined : readContactCursor(query.after, query),
    page,
    pageSize,
    sortBy,
    sortDirection,
  }
}
