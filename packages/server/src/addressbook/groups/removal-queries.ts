import { statement } from '../../platform/db/statement.ts'

type GroupKey = [advisorId: number, groupId: number]

export const insertRemoval = statement<object, [...GroupKey, name: string, contactCount: number]>(
  'insert_group_removal',
  `insert into group_removal (advisor_id, group_id, name, contact_count, remaining) values ($1, $2, $3, $4, $4)`,
)

/**
 * Removes the next members of a deleted group. A contact that somebody else has locked is skipped, so this never waits for a
 * contact and needs no gate. Starting after the last one avoids reading the entries of removed members again. Arrays
 * and the range keep the plan independent of estimates: a join read all members for each one to remove.
 */
export const removeMembers = statement<
  { readonly last: number | null; readonly removed: number },
  [...GroupKey, afterContactId: number, limit: number]
>(
  'remove_members',
  `with next as materialized (
     select contact_id from membership where advisor_id = $1 and group_id = $2 and contact_id > $3
     order by contact_id limit $4
   ), locked as materialized (
     select id from contact where advisor_id = $1 and id = any (array(select contact_id from next))
     for no key update skip locked
   ), gone as (
     delete from membership
     where advisor_id = $1 and group_id = $2 and contact_id > $3 and contact_id <= (select max(contact_id) from next)
       and contact_id = any (array(select id from locked))
     returning contact_id
   ), changed as (
     update contact
     set group_count = group_count - 1, modified_at = greatest(modified_at, statement_timestamp())
     where advisor_id = $1 and id = any (array(select contact_id from gone))
   ), counted as (
     update group_removal set remaining = remaining - (select count(*) from gone)
     where advisor_id = $1 and group_id = $2
   )
   select (select max(contact_id) from next) as last, (select count(*) from gone) as removed`,
)

/** A contact that is being deleted leaves the deleted groups whose members are still being removed. */
export const leaveRemovals = statement<object, [advisorId: number, groupIds: readonly number[]]>(
  'leave_removals',
  `with locked as materialized (
     select group_id from group_removal where advisor_id = $1 and group_id = any($2::bigint[])
     order by group_id for no key update
   )
   update group_removal set remaining = remaining - 1 from locked
   where group_removal.advisor_id = $1 and group_removal.group_id = locked.group_id`,
)

export const lockRemoval = statement<object, GroupKey>(
  'lock_group_removal',
  'select from group_removal where advisor_id = $1 and group_id = $2 for update',
)

/** Returns no row while a member is left. */
export const deleteRemoval = statement<object, GroupKey>(
  'delete_group_removal',
  `delete from group_removal
   where advisor_id = $1 and group_id = $2
     and not exists (select from membership where advisor_id = $1 and group_id = $2)
   returning group_id`,
)

export interface RemovalRow {
  readonly groupId: number
  readonly name: string
  readonly contactCount: number
  readonly remaining: number
}

export const removals = statement<RemovalRow, [advisorId: number, limit: number]>(
  'group_removals',
  `select group_id as "groupId", name, contact_count as "contactCount", remaining
   from group_removal where advisor_id = $1 order by started_at, group_id limit $2`,
)
