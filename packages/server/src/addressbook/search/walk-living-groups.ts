import type { Queryable } from '../../platform/db/pool.ts'
import { type ContactCursor, type Sort, type SummaryRow, summaryColumns } from './page-queries.ts'

interface Place {
  readonly after: ContactCursor | undefined
  readonly limit: number
  readonly offset: number
}

/** Deleted groups whose members are being removed, and their memberships. */
export interface Removals {
  readonly groups: number
  readonly memberships: number
}

type WalkedRow = { readonly total: number; readonly isWhole: boolean } & (SummaryRow | { readonly id: null })

/** Each removal is another walk. */
const groupsMax = 3
const rowsMax = 2_000
/** Contacts to pass for a page, at 5 microseconds each. */
const reach = 10_000
/** As many hidden memberships are read directly, in 50 ms. */
const membershipsMax = 10_000

/**
 * The first contacts of the whole book by group count, or those after a cursor, while members of deleted groups are being
 * removed. Contacts with the same number of hidden memberships are in the order of the index, so there is one walk for each
 * such number, and the walks are merged. Few hidden memberships are read instead: a walk could look for them in vain. Undefined if a walk was too short.
 */
export async function walkByLivingGroups(
  db: Queryable,
  advisorId: number,
  removals: Removals,
  { isDescending }: Pick<Sort, 'isDescending'>,
  { after, limit, offset }: Place,
): Promise<{ readonly contacts: SummaryRow[]; readonly total: number } | undefined> {
  const areFew = removals.memberships <= membershipsMax
  if ((removals.groups > groupsMax && !areFew) || offset + limit > rowsMax) return undefined
  const direction = isDescending ? 'desc' : 'asc'
  const values: unknown[] = [advisorId, removals.groups, offset + limit, limit, offset]
  if (after) values.push(after.key, after.id)
  const follows = (count: string, id: string, hidden: number): string =>
    after ? `(${count}, ${id}) ${isDescending ? '<' : '>'} ($6::integer + ${hidden}, $7::bigint)` : 'true'
  const passed = (hidden: number): string => `
    select contact.id, contact.group_count from contact
    where contact.advisor_id = $1 and contact.group_count >= ${hidden}
      and ${follows('contact.group_count', 'contact.id', hidden)}
    order by contact.group_count ${direction}, contact.id ${direction} limit ${reach}`
  const walk = (hidden: number): string => `
    select walked.id, walked.group_count - ${hidden} as living from (${passed(hidden)}) as walked
    where (
      select count(*) from membership
      where advisor_id = $1 and contact_id = walked.id and group_id = any ((select ids from removed)::bigint[])
    ) = ${hidden}
    order by walked.group_count ${direction}, walked.id ${direction} limit $3`
  const reading = `
    select id, living from (
      select contact_id as id, count(*), (
        select group_count from contact where contact.advisor_id = $1 and contact.id = contact_id
      ) - count(*)::integer as living
      from membership where advisor_id = $1 and group_id = any ((select ids from removed)::bigint[]) group by contact_id
    ) as hidden where ${follows('living', 'id', 0)} order by living ${direction}, id ${direction} limit $3`
  const walked = areFew ? [0] : Array.from({ length: removals.groups + 1 }, (_, hidden) => hidden)
  const parts = [...walked.map(walk), ...(areFew ? [reading] : [])]
  // The second count runs only if the first is too low.
  const isLongEnough = walked.map(
    hidden => `((select count(*) from part_${hidden}) = $3
      or (select count(*) from (${passed(hidden)}) as passed) < ${reach})`,
  )
  const text = `
    with removed as materialized (
      select coalesce(array_agg(group_id), '{}') as ids, count(*) as groups from group_removal where advisor_id = $1
    ), ${parts.map((part, index) => `part_${index} as materialized (${part})`).join(', ')}, page as materialized (
      select id, living from (${parts.map((_, index) => `select id, living from part_${index}`).join(' union all ')}) as part
      order by living ${direction}, id ${direction} limit $4 offset $5
    )
    select whole.*, ${summaryColumns}, page.living::text as "sortKey"
    from (
      select contact_count as total, (select groups from removed) = $2 and ${isLongEnough.join(' and ')} as "isWhole"
      from address_book where advisor_id = $1
    ) as whole
    left join (page join contact on contact.advisor_id = $1 and contact.id = page.id) on true
    order by page.living ${direction}, page.id ${direction}`
  const { rows } = await db.query<WalkedRow>({ text, values })
  const [first] = rows
  if (!first?.isWhole) return undefined
  return { contacts: rows.filter(row => row.id !== null), total: first.total }
}
