// Search parameters of each page. The router copies every raw value that a validator does not return from the root to the
// page, so an invalid parameter must be returned as undefined, not left out.

import { notFound } from '@tanstack/react-router'
import { limits } from '../lib/contract.ts'

type Given = Record<string, unknown>

const words = (given: Given, name: string): string | undefined => {
  const value = given[name]
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined
}

const id = (given: Given, name: string): number | undefined => {
  const value = Number(given[name])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function oneOf<const Value extends string>(
  given: Given,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find(value => value === given[name])
}

/** Links may omit each parameter. */
const optional = <T extends Given>(params: T): Partial<T> => params

const searchWords = (given: Given): string | undefined =>
  words(given, 'search')?.slice(0, limits.searchCharacters)

/** The id in a path. Anything else is an address without a page. */
export function idInPath(text: string): number {
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(Number(text))) throw notFound()
  return Number(text)
}

export const inboxSearch = (given: Given) =>
  optional({
    filter: oneOf(given, 'filter', ['unread', 'awaiting_consent', 'declined', 'failed']),
    search: searchWords(given),
  })

export const composeSearch = (given: Given) =>
  optional({
    contactId: id(given, 'contactId'),
    groupId: id(given, 'groupId'),
    phone: words(given, 'phone'),
    text: words(given, 'text'),
  })

export const contactsSearch = (given: Given) =>
  optional({
    page: id(given, 'page'),
    search: searchWords(given),
    groupId: id(given, 'groupId'),
    sortBy: oneOf(given, 'sortBy', ['email', 'groupCount', 'source', 'dateTimeCreated']),
    sortDirection: oneOf(given, 'sortDirection', ['desc']),
  })

export const importSearch = (given: Given) => optional({ importId: id(given, 'importId') })

export const searchOnly = (given: Given) => optional({ search: searchWords(given), page: id(given, 'page') })

export const scheduledSearch = (given: Given) =>
  optional({
    view: oneOf(given, 'view', ['calendar', 'held', 'past', 'cancelled']),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(given['month'])) ? String(given['month']) : undefined,
    schedule: id(given, 'schedule'),
    page: id(given, 'page'),
  })

export const librarySearch = (given: Given) =>
  optional({
    search: searchWords(given),
    page: id(given, 'page'),
    type: oneOf(given, 'type', ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent']),
  })
