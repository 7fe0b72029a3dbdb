import type { Queryable } from '../../platform/db/pool.ts'
import {
  type ContactCursor,
  type ContactFilter,
  type CountedContacts,
  conditionOf,
  type Sort,
  type SummaryRow,
  summaryColumns,
} from './page-queries.ts'

interface Place {
  readonly after: ContactCursor | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * A page sorted by group count while members of deleted groups are being removed. The stored count still includes those groups,
 * so no index has this order. Where walk-living-groups.ts does not apply, all matches are counted and sorted, 7 microseconds each. Removing a membership does not
 * change the count, so cursors stay valid.
 */
export async function pageByLivingGroups(
  db: Queryable,
  filter: ContactFilter,
  { isDescending }: Pick<Sort, 'isDescending'>,
  { after, limit, offset }: Place,
): Promise<Pick<CountedContacts, 'total'> & { readonly contacts: SummaryRow[] }> {
  const { text: condition, values: conditionValues } = conditionOf(filter)
  const values = [...conditionValues]
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const follows = after
    ? `(living, id) ${isDescending ? '<' : '>'} (${parameter(after.key)}::integer, ${parameter(after.id)}::bigint)`
    : 'true'
  const direction = isDescending ? 'desc' : 'asc'
  const text = `
    with removed as materialized (
      select coalesce(array_agg(group_id), '{}') as ids from group_removal where advisor_id = $1
    ), found as materialized (
      select contact.id, contact.group_count - (
        select count(*) from membership
        where advisor_id = $1 and contact_id = contact.id and group_id = any ((select ids from removed)::bigint[])
      )::integer as living
      from contact where ${condition}
    ), page as materialized (
      select id, living from found where ${follows}
      order by living ${direction}, id ${direction} limit ${parameter(limit)} offset ${parameter(offset)}
    )
    select counted.total, ${summaryColumns}, page.living::text as "sortKey"
    from (select count(*) as total from found) as counted
    left join (page join contact on contact.advisor_id = $1 and contact.id = page.id) on true
    order by page.living ${direction}, page.id ${direction}`
  const { rows } = await db.query<CountedContacts & (SummaryRow | { id: null })>({ text, values })
  return { contacts: rows.filter(row => row.id !== null), total: rows[0]?.total ?? 0 }
}
