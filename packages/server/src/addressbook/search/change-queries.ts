import type { Queryable } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import type { CountedAt } from './remembered-totals.ts'

/** More changes cost more to read than they save: 2 microseconds each, a common fragment 200 ms. */
const changesMax = 5_000

interface Sql {
  /** Its parameters start with $3. */
  readonly text: string
  readonly values: readonly unknown[]
}

interface Correction extends CountedAt {
  readonly bookSize: number
  /** How many more contacts fulfil the condition than at the earlier count. */
  readonly difference: number
  /** How many contacts lie between a position and an instant, from the same snapshot. */
  readonly between: number
}

interface CorrectionRow extends Correction {
  readonly transactions: number
  readonly changes: number
  readonly hasGap: boolean
}

/**
 * Corrects an earlier count by the changes that its snapshot does not show. Undefined if it has to be counted again. Every
 * transaction that changes contacts increments the revision by one, so a change that was not noted or is deleted
 * shows: there are then fewer transactions than revisions.
 */
export async function correctionSince(
  db: Queryable,
  advisorId: number,
  { revision, snapshot }: CountedAt,
  { condition, between }: { readonly condition: Sql; readonly between: string },
): Promise<Correction | undefined> {
  const { rows } = await db.query<CorrectionRow>({
    text: `with change as materialized (
        select * from contact_change as contact
        where advisor_id = $1 and xid >= pg_snapshot_xmin($2::pg_snapshot)
          and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
        limit ${changesMax + 1}
      ), counted as materialized (
        select count(distinct xid) as transactions, count(*) as changes,
          -- Rows are deleted after an hour. Of a transaction that is nearly as old, some may be gone already.
          coalesce(bool_or(sign = 0 or noted_at < now() - interval '50 minutes'), false) as "hasGap",
          coalesce(sum(sign) filter (where ${condition.text}), 0)::bigint as difference
        from change as contact
      )
      select revision, contact_count as "bookSize", pg_current_snapshot()::text as snapshot, counted.*,
        ${between} as between
      from address_book cross join counted where address_book.advisor_id = $1`,
    values: [advisorId, snapshot, ...condition.values],
  })
  const [row] = rows
  if (!row || row.hasGap || row.changes > changesMax) return undefined
  return row.transactions === row.revision - revision ? row : undefined
}

export const deleteChanges = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_contact_changes',
  `with gone as (
     delete from contact_change where ctid = any (array(
       select ctid from contact_change where noted_at < now() - interval '1 hour' limit $1
     )) returning advisor_id
   )
   select count(*) as deleted from gone`,
)
