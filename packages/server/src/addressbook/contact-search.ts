import type { Queryable } from '../db/pool.ts'
import type { Slice } from './page.ts'
import { containing } from './search-text.ts'

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

/** The condition that holds for all rows wanted, and its values. */
function conditionOf({ advisorId, search, groupId, phone, modifiedSince }: ContactFilter): Sql {
  const values: unknown[] = [advisorId]
  const conditions = ['contact.advisor_id = $1']
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add(
    search === undefined ? undefined : containing(search),
    pattern => `contact.search_text like lower(${pattern} collate "und-x-icu")`,
  )
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

/**
 * One page of summaries. Not a prepared statement: which index is the right one depends on the values, so each is
 * planned for its own. The keys of the page come from an index alone; only its rows are read whole.
 */
export async function contactPage(
  db: Queryable,
  filter: ContactFilter,
  sort: { readonly by: ContactOrder; readonly isDescending: boolean },
  { limit, offset, isReversed }: Slice,
): Promise<SummaryRow[]> {
  const { text: condition, values } = conditionOf(filter)
  const direction = sort.isDescending === isReversed ? 'asc' : 'desc'
  const column = sortColumns[sort.by]
  const order = `contact.${column} ${direction}, contact.id ${direction}`
  const text = `
    with page as materialized (
      select contact.id from contact where ${condition}
      order by ${order} limit $${values.length + 1} offset $${values.length + 2}
    )
    select contact.id, contact.identifier, contact.full_name as "fullName", contact.first_name as "firstName",
      contact.last_name as "lastName", contact.email_address as "emailAddress",
      contact.email_status as "emailStatus", contact.source, contact.group_count as "groupCount",
      contact.remote_id as "remoteId", contact.remote_url as "remoteUrl", contact.created_at as "createdAt",
      array(
        select contact_group.name
        from membership join contact_group
          on contact_group.advisor_id = membership.advisor_id and contact_group.id = membership.group_id
        where membership.advisor_id = $1 and membership.contact_id = contact.id
        order by contact_group.sort_name, contact_group.id
      ) as "groupNames"
    from page join contact on contact.advisor_id = $1 and contact.id = page.id
    order by ${order}`
  const { rows } = await db.query<SummaryRow>({ text, values: [...values, limit, offset] })
  return isReversed ? rows.toReversed() : rows
}

export async function countContacts(db: Queryable, filter: ContactFilter): Promise<number> {
  const { text: condition, values } = conditionOf(filter)
  const text = `select count(*) as total from contact where ${condition}`
  const { rows } = await db.query<{ total: number }>({ text, values })
  return rows[0]?.total ?? 0
}
