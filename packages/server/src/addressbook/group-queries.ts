// The order in which an address book is locked. Every write takes what it needs of this list from top to bottom, so
// nobody waits for one who waits for them:
//
//   1. the gate (shareGroups or closeGroups)
//   2. the contact: one; only who has closed the gate takes several
//   3. members, by advisor and phone
//   4. groups, by id
//   5. the address book's totals, last of all, because every other writer of the advisor waits for them
//
// The gate is there because removing a group goes from the group to its contacts, against the order. It closes the gate
// and is alone; everybody else who touches groups or memberships shares it. A lock is a statement of its own: one that
// waits and reads in the same statement answers from before the wait.
import { statement } from '../db/statement.ts'

export const shareGroups = statement<object, [advisorId: number]>(
  'share_groups',
  `select pg_advisory_xact_lock_shared(hashtextextended('groups of an advisor', $1))`,
)

export const closeGroups = statement<object, [advisorId: number]>(
  'close_groups',
  `select pg_advisory_xact_lock(hashtextextended('groups of an advisor', $1))`,
)

/** Only upwards: the row that is proposed has to pass the checks, also where there is one already. */
export const growAddressBook = statement<object, [advisorId: number, contacts: number, groups: number]>(
  'grow_address_book',
  `insert into address_book (advisor_id, contact_count, group_count) values ($1, $2, $3)
   on conflict (advisor_id) do update set
     contact_count = address_book.contact_count + excluded.contact_count,
     group_count = address_book.group_count + excluded.group_count`,
)

export const shrinkAddressBook = statement<object, [advisorId: number, contacts: number, groups: number]>(
  'shrink_address_book',
  `update address_book set contact_count = contact_count - $2, group_count = group_count - $3
   where advisor_id = $1`,
)

type GroupKey = [advisorId: number, groupId: number]

/** Nothing is answered where the advisor has a group with this external id. */
export const insertGroup = statement<
  { readonly id: number; readonly createdAt: Date },
  [advisorId: number, name: string, externalId: string | undefined, source: number]
>(
  'insert_group',
  `insert into contact_group (advisor_id, name, external_id, source) values ($1, $2, $3, $4)
   on conflict (advisor_id, external_id) where external_id is not null do nothing
   returning id, created_at as "createdAt"`,
)

export const groupByExternalId = statement<
  { readonly id: number },
  [advisorId: number, externalId: string | undefined]
>('group_by_external_id', 'select id from contact_group where advisor_id = $1 and external_id = $2')

export const groupIds = statement<{ readonly id: number }, [advisorId: number]>(
  'group_ids',
  'select id from contact_group where advisor_id = $1',
)

export const lockGroups = statement<
  { readonly id: number },
  [advisorId: number, groupIds: readonly number[]]
>(
  'lock_groups',
  `select id from contact_group where advisor_id = $1 and id = any($2::bigint[]) order by id for no key update`,
)

interface GroupRow {
  readonly name: string
  readonly externalId: string | null
  readonly source: number
  readonly contactCount: number
}

export const lockGroupToDelete = statement<GroupRow, GroupKey>(
  'lock_group_to_delete',
  `select name, external_id as "externalId", source, contact_count as "contactCount"
   from contact_group where advisor_id = $1 and id = $2 for update`,
)

export const deleteGroupRow = statement<{ readonly deletedAt: Date }, GroupKey>(
  'delete_group',
  `delete from contact_group where advisor_id = $1 and id = $2
   returning greatest(modified_at, statement_timestamp())::timestamptz(3) as "deletedAt"`,
)

export const groupIdsOfContact = statement<{ readonly id: number }, [advisorId: number, contactId: number]>(
  'group_ids_of_contact',
  'select group_id as id from membership where advisor_id = $1 and contact_id = $2 order by group_id',
)

/** Moves a contact between groups, with all counters. The contact and all these groups are locked. */
export const changeMemberships = statement<
  { readonly modifiedAt: Date },
  [advisorId: number, contactId: number, joined: readonly number[], left: readonly number[]]
>(
  'change_memberships',
  `with gone as (
     delete from membership where advisor_id = $1 and contact_id = $2 and group_id = any($4::bigint[])
   ), come as (
     insert into membership (advisor_id, contact_id, group_id) select $1, $2, unnest($3::bigint[])
   ), counted as (
     update contact_group
     set contact_count = contact_count + case when id = any($3::bigint[]) then 1 else -1 end,
       modified_at = greatest(modified_at, statement_timestamp())
     where advisor_id = $1 and id = any($3::bigint[] || $4::bigint[])
   )
   update contact
   set group_count = group_count + cardinality($3::bigint[]) - cardinality($4::bigint[]),
     modified_at = greatest(modified_at, statement_timestamp())
   where advisor_id = $1 and id = $2 returning modified_at as "modifiedAt"`,
)

/** Takes everybody out of a group that is about to go. The gate is closed. */
export const emptyGroup = statement<object, GroupKey>(
  'empty_group',
  `with gone as (
     delete from membership where advisor_id = $1 and group_id = $2 returning contact_id
   )
   update contact
   set group_count = group_count - 1, modified_at = greatest(modified_at, statement_timestamp())
   from gone where contact.advisor_id = $1 and contact.id = gone.contact_id`,
)
