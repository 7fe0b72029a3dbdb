import type { ConsentState } from '../../consent/index.ts'
import { containing } from '../../platform/db/like.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import type { Walk } from './plan-walk.ts'
import type { Slice } from './slice.ts'

/** Columns the API can sort by. Each has an index; the id makes every order total. */
export const sortColumns = {
  fullName: 'sort_name',
  email: 'sort_email',
  emailStatus: 'email_status',
  groupCount: 'group_count',
  source: 'source',
  dateTimeCreated: 'created_at',
  dateTimeModified: 'modified_at',
} as const

export type ContactOrder = keyof typeof sortColumns

export interface ContactFilter {
  readonly advisorId: number
  /** All of them, each anywhere. */
  readonly words: readonly string[] | undefined
  readonly groupId: number | undefined
  readonly phone: string | undefined
  readonly externalId: string | undefined
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
  readonly groupNames: readonly string[]
  readonly externalId: string | null
  readonly remoteId: string | null
  readonly remoteUrl: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly phone: string | null
  /** What it is sorted by, as text. */
  readonly sortKey: string
  /** The member with that number; null without a number. */
  readonly texting: { readonly memberId: number; readonly consent: ConsentState } | null
}

/** A position in the sorted book: that of the last contact of a page. */
export interface ContactCursor {
  readonly key: string
  readonly id: number
}

interface Sql {
  readonly text: string
  readonly values: unknown[]
}

/** Evaluated once: the members of a deleted group may not be removed yet. */
const isLivingGroup = (group: string): string =>
  `exists (select from contact_group where contact_group.advisor_id = $1 and contact_group.id = ${group})`

/** One condition per word: the trigram index does not support "like all". */
export const holds = (pattern: string): string => `contact.search_text like fold_text(${pattern})`

/** The condition for all matching rows, and its values. */
export function conditionOf({
  advisorId,
  words,
  groupId,
  phone,
  externalId,
  modifiedSince,
}: ContactFilter): Sql {
  const values: unknown[] = [advisorId]
  const conditions = ['contact.advisor_id = $1']
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  for (const word of words ?? []) add(containing(word), holds)
  add(
    groupId,
    group => `exists (
      select from membership
      where membership.advisor_id = contact.advisor_id and membership.contact_id = contact.id
        and membership.group_id = ${group}
    ) and ${isLivingGroup(group)}`,
  )
  add(phone, number => `contact.phone = ${number}`)
  add(externalId, id => `contact.external_id = ${id}`)
  add(modifiedSince, instant => `contact.modified_at >= ${instant}`)
  return { text: conditions.join(' and '), values }
}

export interface Sort {
  readonly by: ContactOrder
  readonly isDescending: boolean
}

/**
 * One page of summaries. Not a prepared statement: the right index depends on the values, so each call is planned for
 * its own. The page's keys come from an index alone; only its rows are read in full.
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
 * The same by walking the sorted book up to the walk's reach and checking each contact. This does not depend on planner
 * estimates: the planner treats advisor and group as independent and cannot estimate how many contacts contain a
 * fragment. Fewer rows than requested mean that the walk was too short.
 */
export async function pageByWalk(
  db: Queryable,
  filter: Pick<ContactFilter, 'advisorId' | 'groupId' | 'words' | 'modifiedSince'>,
  sort: Sort,
  { slice, walk }: { readonly slice: Slice; readonly walk: Walk },
): Promise<SummaryRow[]> {
  const { advisorId, groupId, words, modifiedSince } = filter
  const values: unknown[] = [advisorId, walk.reach]
  const conditions: string[] = []
  if (modifiedSince) conditions.push(`contact.modified_at >= $${values.push(modifiedSince)}`)
  for (const word of words ?? []) conditions.push(holds(`$${values.push(containing(word))}`))
  if (groupId !== undefined) {
    const group = `$${values.push(groupId)}`
    conditions.push(
      walk.isHashed
        ? // "is true" keeps the planner from turning it into a join; the subquery becomes a hash table.
          `(contact.id in (select contact_id from membership where advisor_id = $1 and group_id = ${group})) is true`
        : `(select true from membership where advisor_id = $1 and group_id = ${group} and contact_id = contact.id)`,
      isLivingGroup(group),
    )
  }
  // Sorted by group count, contacts without any group come first, and there may be many.
  const inAny = groupId !== undefined && sort.by === 'groupCount' ? 'and contact.group_count > 0' : ''
  const keys = `
    select contact.id from (
      select contact.id, contact.${sortColumns[sort.by]} ${words === undefined ? '' : ', contact.search_text'}
        ${modifiedSince === undefined ? '' : ', contact.modified_at'}
      from contact where contact.advisor_id = $1 ${inAny} order by ${orderOf(sort, slice)} limit $2
    ) as contact where ${conditions.join(' and ')}`
  return summaries(db, { keys, values }, sort, slice)
}

/**
 * A page and the total in one query, from all matching contacts. They are collected before sorting: if the planner may
 * walk a sorted index until the page is full, it does so even if the page never fills.
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
    select counted.total, counted.revision, counted.snapshot, ${summaryColumns}, ${sortKeyOf(sort)}
    from (
      select count(*) as total, ${countedAt} from found
    ) as counted
    left join (page join contact on contact.advisor_id = $1 and contact.id = page.id) on true
    order by ${order}`
  const { rows } = await db.query<CountedContacts & (SummaryRow | { id: null })>({
    text,
    values: [...values, limit, offset],
  })
  const [{ total, revision, snapshot } = nothingCounted] = rows
  return { contacts: rows.filter(row => row.id !== null), total, revision, snapshot }
}

export function sortKeyOf({ by }: Pick<Sort, 'by'>): string {
  const column = `contact.${sortColumns[by]}`
  const text =
    sortTypes[by] === 'timestamptz'
      ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `${column}::text`
  return `${text} as "sortKey"`
}

export const sortTypes: Partial<Record<ContactOrder, string>> = {
  emailStatus: 'smallint',
  groupCount: 'integer',
  source: 'smallint',
  dateTimeCreated: 'timestamptz',
  dateTimeModified: 'timestamptz',
}

/**
 * What follows a position. The whole book is read in the order of its index; the matches of a filter are collected first, for the
 * same reason as in foundPage.
 */
export async function pageAfter(
  db: Queryable,
  filter: ContactFilter,
  sort: Sort,
  {
    after,
    limit,
    offset = 0,
  }: { readonly after: ContactCursor; readonly limit: number; readonly offset?: number },
): Promise<SummaryRow[]> {
  const { text: condition, values } = conditionOf(filter)
  const position = [...values, after.key, after.id]
  const [key, id] = [`$${values.length + 1}::${sortTypes[sort.by] ?? 'text'}`, `$${values.length + 2}`]
  const follows = `(contact.${sortColumns[sort.by]}, contact.id) ${sort.isDescending ? '<' : '>'} (${key}, ${id})`
  const isFiltered = filter.words !== undefined || filter.groupId !== undefined
  const keys = isFiltered
    ? `select contact.id from (
         select contact.id, contact.${sortColumns[sort.by]} from contact where ${condition} offset 0
       ) as contact where ${follows}`
    : `select contact.id from contact where ${condition} and ${follows}`
  return summaries(db, { keys, values: position }, sort, { limit, offset, isReversed: false })
}

function orderOf(sort: Sort, { isReversed }: Pick<Slice, 'isReversed'>): string {
  const direction = sort.isDescending === isReversed ? 'asc' : 'desc'
  return `contact.${sortColumns[sort.by]} ${direction}, contact.id ${direction}`
}

export const summaryColumns = `
  contact.id, contact.identifier, contact.full_name as "fullName", contact.first_name as "firstName",
  contact.last_name as "lastName", contact.email_address as "emailAddress",
  contact.email_status as "emailStatus", contact.source,
  contact.external_id as "externalId", contact.remote_id as "remoteId", contact.remote_url as "remoteUrl", contact.created_at as "createdAt",
  contact.modified_at as "modifiedAt", contact.phone, (
    select json_build_object('memberId', member.id, 'consent', member.consent)
    from member where member.advisor_id = $1 and member.phone = contact.phone
  ) as texting,
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
    select ${summaryColumns}, ${sortKeyOf(sort)}
    from page join contact on contact.advisor_id = $1 and contact.id = page.id
    order by ${order}`
  const { rows } = await db.query<SummaryRow>({ text, values: [...values, limit, offset] })
  return isReversed ? rows.toReversed() : rows
}

export interface CountedContacts {
  readonly total: number
  /** Revision of the address book at the time of the count. Null if it has none yet. */
  readonly revision: number | null
  readonly snapshot: string
}

const countedAt = `(select revision from address_book where advisor_id = $1) as revision,
  pg_current_snapshot()::text as snapshot`
const nothingCounted: CountedContacts = { total: 0, revision: null, snapshot: '' }

/** In one statement, and so from one snapshot: the total belongs to exactly this revision. */
export async function countContacts(db: Queryable, filter: ContactFilter): Promise<CountedContacts> {
  const { text: condition, values } = conditionOf(filter)
  const text = `
    select count(*) as total, ${countedAt} from contact where ${condition}`
  const { rows } = await db.query<CountedContacts>({ text, values })
  return rows[0] ?? nothingCounted
}
