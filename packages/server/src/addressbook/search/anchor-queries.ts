import type { Queryable } from '../../platform/db/pool.ts'
import { type ContactOrder, sortColumns, sortKeyOf } from './page-queries.ts'
import type { Anchors } from './remembered-totals.ts'

/** How many contacts lie between two anchors: about a millisecond to skip. */
export const spacing = 2_000

interface AnchorRow {
  readonly revision: number
  readonly snapshot: string
  readonly keys: readonly string[]
  readonly ids: readonly number[]
}

/**
 * Every 2,000th contact of a book in ascending order. By steps: numbering a million contacts takes 700 ms, and stepping over
 * them 165.
 */
export async function readAnchors(
  db: Queryable,
  advisorId: number,
  order: ContactOrder,
): Promise<Anchors | undefined> {
  const column = sortColumns[order]
  const step = `order by contact.${column}, contact.id offset ${spacing - 1} limit 1`
  const { rows } = await db.query<AnchorRow>({
    text: `with recursive anchor (${column}, id) as (
        (select contact.${column}, contact.id from contact where contact.advisor_id = $1 ${step})
        union all
        select next.* from anchor cross join lateral (
          select contact.${column}, contact.id from contact
          where contact.advisor_id = $1 and (contact.${column}, contact.id) > (anchor.${column}, anchor.id) ${step}
        ) as next
      ), written as (
        select contact.${column}, contact.id, ${sortKeyOf({ by: order })} from anchor as contact
      )
      select address_book.revision, pg_current_snapshot()::text as snapshot,
        coalesce(listed.keys, '{}') as keys, coalesce(listed.ids, '{}') as ids
      from address_book cross join (
        select array_agg("sortKey" order by ${column}, id) as keys, array_agg(id order by ${column}, id) as ids from written
      ) as listed
      where address_book.advisor_id = $1`,
    values: [advisorId],
  })
  const [row] = rows
  if (!row) return undefined
  const { revision, snapshot, keys, ids } = row
  return { revision, snapshot, positions: ids.map((id, index) => ({ key: keys[index] ?? '', id })) }
}
