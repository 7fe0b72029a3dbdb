import { createContact } from '../../packages/server/src/addressbook/contacts/create-contact.ts'
import { getContact } from '../../packages/server/src/addressbook/contacts/get-contact.ts'
import { replaceGroups } from '../../packages/server/src/addressbook/contacts/replace-groups.ts'
import { updateContact } from '../../packages/server/src/addressbook/contacts/update-contact.ts'
import { RememberedTotals } from '../../packages/server/src/addressbook/search/remembered-totals.ts'
import { searchContacts } from '../../packages/server/src/addressbook/search/search-contacts.ts'
import { searchWordsOf } from '../../packages/server/src/addressbook/search/search-words.ts'
import type { Author } from '../../packages/server/src/journal/index.ts'
import type { Database, Queryable } from '../../packages/server/src/platform/db/pool.ts'
import { followNewPhones } from '../../packages/server/src/texting/number-changes/follow-new-phones.ts'
import type { Call } from './http-client.ts'
import { inventContact } from './invent-contact.ts'
import type { Book, SampledContact } from './samples.ts'

export type Goal = 'first page or filter' | 'page 10,000' | 'write' | 'none'

export interface Row {
  readonly name: string
  readonly book: Book
  readonly goal: Goal
  /** The call of this repetition, and the same without HTTP. */
  readonly at: (repetition: number) => {
    readonly call: Call
    readonly bare: (parts: { readonly queryable: Queryable; readonly database: Database }) => Promise<unknown>
  }
  /** Setup before each measurement, not measured. */
  readonly before?: (repetition: number) => Call
}

/** Cached totals for calls without HTTP; the api has its own. */
const totals = new RememberedTotals()

const orders = ['fullName', 'email', 'emailStatus', 'groupCount', 'source', 'dateTimeCreated'] as const
/** Fragments in at least one of fifty contacts. */
const commonFragments = ['ann', 'son', 'mar', 'will', 'ell', 'john', 'art', 'and', '@mail', 'rod', 'smith']
/** Fragments in some thousand of a million contacts. */
const middlingFragments = [
  'hurst',
  'stead',
  'wick',
  'combe',
  'croft',
  'zbig',
  'yasm',
  'wald',
  'ström',
  'mitch',
]
/** Fragments too short for the trigram index. */
const shortFragments = ['an', 'er', 'ma', 'jo', 'li', 'so', 'ri']

interface Query {
  readonly page?: number
  readonly sortBy?: (typeof orders)[number]
  readonly sortDirection?: 'asc' | 'desc'
  readonly search?: string
  readonly groupId?: number
  readonly phone?: string
  readonly modifiedSince?: string
}

const turn = <Item>(items: readonly Item[], repetition: number): Item =>
  items[repetition % items.length] as Item

export function searchRows(book: Book): Row[] {
  const row = (name: string, goal: Goal, queryAt: (repetition: number) => Query): Row => ({
    name,
    book,
    goal,
    at: repetition => searchOf(book, queryAt(repetition)),
  })
  const filter = (name: string, queryAt: (repetition: number) => Query): Row =>
    row(name, 'first page or filter', queryAt)
  const withEmail = book.contacts.filter(({ email }) => email !== null)
  const withPhone = book.contacts.filter(({ phone }) => phone !== null)
  const middlePage = Math.ceil(book.contactCount / 100)
  const { largest, middle, awkward, small } = book.groups
  const isBig = book.name === 'big'
  return [
    ...orders.map(sortBy =>
      filter(`first page by ${sortBy}`, repetition => ({
        sortBy,
        sortDirection: turn(['asc', 'desc'], repetition),
      })),
    ),
    // One of the hundred pages before it, so that repetitions differ.
    ...(isBig
      ? [
          row(`page ${middlePage.toLocaleString('en-US')}`, 'page 10,000', repetition => ({
            page: Math.max(1, middlePage - (repetition % Math.min(100, middlePage))),
          })),
        ]
      : []),
    filter('search, rare fragment', repetition => ({ search: rareFragment(turn(withEmail, repetition)) })),
    filter('search, middling fragment', repetition => ({ search: turn(middlingFragments, repetition) })),
    filter('search, common fragment', repetition => ({ search: turn(commonFragments, repetition) })),
    filter('search, two letters', repetition => ({ search: turn(shortFragments, repetition) })),
    {
      ...filter('search, common fragment, after a write', repetition => ({
        search: turn(commonFragments, repetition),
      })),
      before: repetition => updateCall(turn(book.contacts, repetition)),
    },
    {
      ...filter('search, two letters, after a write', repetition => ({
        search: turn(shortFragments, repetition),
      })),
      before: repetition => updateCall(turn(book.contacts, repetition)),
    },
    filter('groupId, half of the book', repetition => ({
      groupId: largest,
      sortBy: turn(orders, repetition),
    })),
    filter('groupId, a twentieth', repetition => ({ groupId: middle, sortBy: turn(orders, repetition) })),
    ...(awkward === undefined
      ? []
      : [
          filter('groupId, one in 200', repetition => ({
            groupId: awkward,
            sortBy: turn(orders, repetition),
          })),
        ]),
    filter('groupId, about 20', repetition => ({ groupId: turn(small, repetition) })),
    filter('groupId, half of the book, and search', repetition => ({
      groupId: largest,
      search: turn(commonFragments, repetition),
    })),
    filter('phone', repetition => ({ phone: turn(withPhone, repetition).phone ?? '' })),
    filter('modifiedSince, the last hours', repetition => ({
      modifiedSince: new Date(Date.UTC(2025, 11, 31, 20) + repetition * 1_000).toISOString(),
    })),
    filter('modifiedSince, half of the book', repetition => ({
      modifiedSince: new Date(Date.UTC(2023, 0, 1) + repetition * 1_000).toISOString(),
    })),
  ]
}

/** The part before the @, which is almost unique. */
const rareFragment = ({ email }: SampledContact): string => (email ?? '').split('@')[0] ?? ''

function searchOf(book: Book, query: Query): ReturnType<Row['at']> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const { page = 1, sortBy = 'fullName', sortDirection = 'asc', modifiedSince } = query
  const { search, groupId, phone } = query
  const { advisorId } = book
  return {
    call: { method: 'GET', path: `/contacts?${parameters.toString()}` },
    bare: ({ queryable }) =>
      searchContacts(
        { db: queryable, totals },
        {
          filter: {
            advisorId,
            words: searchWordsOf(search),
            groupId,
            phone,
            externalId: undefined,
            modifiedSince: modifiedSince === undefined ? undefined : new Date(modifiedSince),
          },
          after: undefined,
          page,
          pageSize: 50,
          sortBy,
          sortDirection,
        },
      ),
  }
}

/** Writes must change something, even in a reused database. */
const begun = Date.now()

const updateOf = (repetition: number) => ({
  nickname: `Nick ${repetition % 97}`,
  city: `City ${repetition} of ${begun}`,
})

let towns = 0

const updateCall = ({ id }: SampledContact): Call => ({
  method: 'PUT',
  path: `/contacts/${id}`,
  body: { city: `Town ${++towns} of ${begun}` },
})

export function otherRows(book: Book): Row[] {
  const { advisorId, contacts, groups } = book
  const author: Author = { advisorId, actor: { kind: 'operator', name: 'bench' }, traceId: null }
  // HTTP and bare SQL write to different contacts: a second write of the same would change nothing.
  const contactAt = (repetition: number, shift: number): number => turn(contacts, repetition * 2 + shift).id
  const groupsAt = (repetition: number): number[] =>
    repetition % 2 === 0
      ? [groups.largest, turn(groups.small, repetition)]
      : [groups.middle, turn(groups.small, repetition + 1)]
  const inventedAt = (repetition: number) => {
    const { gender, maritalStatus, ...fields } = inventContact(advisorId + 1, 1_000_000 + repetition)
    return { gender, maritalStatus, ...fields } as const
  }
  return [
    {
      name: 'get',
      book,
      goal: 'none',
      at: repetition => {
        const { id } = turn(contacts, repetition)
        return {
          call: { method: 'GET', path: `/contacts/${id}` },
          bare: ({ queryable }) => getContact(queryable, advisorId, id),
        }
      },
    },
    {
      name: 'create',
      book,
      goal: 'write',
      at: repetition => ({
        call: { method: 'POST', path: '/contacts', body: inventedAt(repetition * 2) },
        bare: ({ database }) =>
          createContact(database, author, {
            source: 'Partner API',
            fields: inventedAt(repetition * 2 + 1),
          }),
      }),
    },
    {
      name: 'update',
      book,
      goal: 'write',
      at: repetition => ({
        call: { method: 'PUT', path: `/contacts/${contactAt(repetition, 0)}`, body: updateOf(repetition) },
        bare: ({ database }) =>
          updateContact(
            { database, followPhones: followNewPhones },
            author,
            contactAt(repetition, 1),
            updateOf(repetition),
          ),
      }),
    },
    {
      name: 'replace memberships',
      book,
      goal: 'write',
      at: repetition => ({
        call: {
          method: 'PUT',
          path: `/contacts/${contactAt(repetition, 0)}/groups`,
          body: { groupIds: groupsAt(Math.floor(repetition / contacts.length) + repetition) },
        },
        bare: ({ database }) =>
          replaceGroups(
            database,
            author,
            contactAt(repetition, 1),
            groupsAt(Math.floor(repetition / contacts.length) + repetition),
          ),
      }),
    },
  ]
}
