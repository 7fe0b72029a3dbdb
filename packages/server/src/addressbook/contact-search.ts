import type { Queryable } from '../db/pool.ts'
import type { Slice } from './page.ts'
import { containing } from './search-text.ts'
import type { Walk } from './walk.ts'

/** The columns that the interface sorts by. Each has its index; the id makes every order total. */
const sortColumns = {
  fullName: 'sort_name',
  email: 'sort_email',
  emailStatus: 'email_status',
  groupCount: 'group_count',
  source: 'source',
  dateTimeCreated: 'created_at',
} as const

export type ContactOrder = keyof typeof sortColumns

export interface ContactFilter {
  readonly advisorId: number
  readonly search: string | undefined
  readonly groupId: number | undefined
  readonly phone: string | undefined
  readonly modifiedSince: Date | undefined
}

export interface SummaryRow {
  readonly id: number
  readonly identifier: string
  readonly fullName: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly emailAddress: string | null
  readonly emailStatus: number
  readonly source: number
  readonly groupCount: number
  readonly groupNames: readonly string[]
  readonly remoteId: string | null
  readonly remoteUrl: string | null
  readonly createdAt: Date
}

interface Sql {
  readonly text: string
  readonly values: unknown[]
}

/** Back to the collation of the column in the end: with another one the index of trigrams is not used. */
const holds = (pattern: string): string =>
  `contact.search_text like (lower(${pattern} collate "und-x-icu") collate "default")`

/** The condition that holds for all rows wanted, and its values. */
function conditionOf({ advisorId, search, groupId, phone, modifiedSince }: ContactFilter): Sql {
  const values: unknown[] = [advisorId]
  const conditions = ['contact.advisor_id = $1']
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add(search === undefined ? undefined : containing(search), holds)
  add(
    groupId,
    group => `exists (
      select from membership
      where membership.advisor_id = contact.advisor_id and membership.contact_id = contact.id
        and membership.group_id = ${group}
    )`,
  )
  add(phone, number => `contact.phone = ${number}`)
  add(modifiedSince, instant => `contact.modified_at >= ${instant}`)
  return { text: conditions.join(' and '), values }
}

interface Sort {
  readonly by: ContactOrder
  readonly isDescending: boolean
}

/**
 * One page of summaries. Not a prepared statement: which index is the right one depends on the values, so each is
 * planned for its own. The keys of the page come from an index alone; only its rows are read whole.
 */
export async function contactPage(
  db: Queryable,
  filter: ContactFilter,
  sort: Sort,
  slice: Slice,
): Promise<SummaryRow[]> {
  const { text: condition, values } = conditionOf(filter)
  const keys = `select contact.id from contact where ${condition}`
  return summaries(db, { keys, values }, sort, slice)
}

/**
 * The same by walking through the sorted book, no further than the walk may go, and looking at each contact. It does not
 * depend on what the planner guesses: it takes advisor and group for independent, and has no notion of how many hold a
 * fragment. Fewer rows than wanted mean that the walk was too short.
 */
export async function pageByWalk(
  db: Queryable,
  filter: Pick<ContactFilter, 'advisorId' | 'groupId' | 'search'>,
  sort: Sort,
  { slice, walk }: { readonly slice: Slice; readonly walk: Walk },
): Promise<SummaryRow[]> {
  const { advisorId, groupId, search } = filter
  const values: unknown[] = [advisorId, walk.reach]
  const conditions: string[] = []
  if (search !== undefined) conditions.push(holds(`$${values.push(containing(search))}`))
  if (groupId !== undefined) {
    const group = `$${values.push(groupId)}`
    conditions.push(
      walk.isHashed
        ? // "is true" keeps the planner from making a join of it; the subquery becomes a hash table.
          `(contact.id in (select contact_id from membership where advisor_id = $1 and group_id = ${group})) is true`
        : `(select true from membership where advisor_id = $1 and group_id = ${group} and contact_id = contact.id)`,
    )
  }
  // Sorted by the number of their groups, those who have none come first and could be many.
  const inAny = groupId !== undefined && sort.by === 'groupCount' ? 'and contact.group_count > 0' : ''
  const keys = `
    select contact.id from (
      select contact.id, contact.${sortColumns[sort.by]} ${search === undefined ? '' : ', contact.search_text'}
      from contact where contact.advisor_id = $1 ${inAny} order by ${orderOf(sort, slice)} limit $2
    ) as contact where ${conditions.join(' and ')}`
  return summaries(db, { keys, values }, sort, slice)
}

/**
 * A page and the total at once, from all contacts that are found. Found first and sorted then: where the planner is
 * allowed to walk through a sorted index until a page is full, it does so also where the page is never full.
 */
export async function foundPage(
  db: Queryable,
  filter: ContactFilter,
  sort: Sort,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CountedContacts & { readonly contacts: SummaryRow[] }> {
  const { text: condition, values } = conditionOf(filter)
  const order = orderOf(sort, { isReversed: false })
  const text = `
    with found as materialized (
      select contact.id, contact.${sortColumns[sort.by]} from contact where ${condition}
    ), page as materialized (
      select contact.id from found as contact
      order by ${order} limit $${values.length + 1} offset $${values.length + 2}
    )
    select counted.total, counted.revision, ${summaryColumns}
    from (
      select count(*) as total, (select revision from address_book where advisor_id = $1) as revision from found
    ) as counted
    left join (page join contact on contact.advisor_id = $1 and contact.id = page.id) on true
    order by ${order}`
  const { rows } = await db.query<CountedContacts & (SummaryRow | { id: null })>({
    text,
    values: [...values, limit, offset],
  })
  const [{ total, revision } = { total: 0, revision: null }] = rows
  return { contacts: rows.filter(row => row.id !== null), total, revision }
}

function orderOf(sort: Sort, { isReversed }: Pick<Slice, 'isReversed'>): string {
  const direction = sort.isDescending === isReversed ? 'asc' : 'desc'
  return `contact.${sortColumns[sort.by]} ${direction}, contact.id ${direction}`
}

const summaryColumns = `
  contact.id, contact.identifier, contact.full_name as "fullName", contact.first_name as "firstName",
  contact.last_name as "lastName", contact.email_address as "emailAddress",
  contact.email_status as "emailStatus", contact.source, contact.group_count as "groupCount",
  contact.remote_id as "remoteId", contact.remote_url as "remoteUrl", contact.created_at as "createdAt",
  array(
    select contact_group.name
    from membership join contact_group
      on contact_group.advisor_id = membership.advisor_id and contact_group.id = membership.group_id
    where membership.advisor_id = $1 and membership.contact_id = contact.id
    order by contact_group.sort_name, contact_group.id
  ) as "groupNames"`

async function summaries(
  db: Queryable,
  { keys, values }: { readonly keys: string; readonly values: readonly unknown[] },
  sort: Sort,
  slice: Slice,
): Promise<SummaryRow[]> {
  const { limit, offset, isReversed } = slice
  const order = orderOf(sort, slice)
  const text = `
    with page as materialized (
      ${keys} order by ${order} limit $${values.length + 1} offset $${values.length + 2}
    )
    select ${summaryColumns}
    from page join contact on contact.advisor_id = $1 and contact.id = page.id
    order by ${order}`
  const { rows } = await db.query<SummaryRow>({ text, values: [...values, limit, offset] })
  return isReversed ? rows.toReversed() : rows
}

export interface CountedContacts {
  readonly total: number
  /** Of the address book, when it was counted. Null where there is none yet. */
  readonly revision: number | null
}

/** In one statement, which sees one state of the database: the total is that of this revision and of no other. */
export async function countContacts(db: Queryable, filter: ContactFilter): Promise<CountedContacts> {
  const { text: condition, values } = conditionOf(filter)
  const text = `
    select count(*) as total, (select revision from address_book where advisor_id = $1) as revision
    from contact where ${condition}`
  const { rows } = await db.query<CountedContacts>({ text, values })
  return rows[0] ?? { total: 0, revision: null }
}
