// The order in which an address book is locked. Every write takes what it needs of this list from top to bottom, so
// nobody waits for one who waits for them:
//
//   0. the keys of the requests (http/once), before all that belongs to an address book
//   1. the gate (shareGroups or closeGroups)
//   2. the contact: one; only who has closed the gate takes several
//   3. members, by advisor and phone
//   4. groups, by id
//   5. the address book's totals and revision, last of all, because every other writer of the advisor waits for them
//
// Who changes a contact or its memberships ends with one of growAddressBook, shrinkAddressBook and touchAddressBook, which
// count up the revision. It is one row that each holds until it has committed, so revisions are committed in their order:
// who sees one sees every change up to it, and none after it. remembered-totals.ts rests on that.
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
  `insert into address_book (advisor_id, contact_count, group_count, revision) values ($1, $2, $3, 1)
   on conflict (advisor_id) do update set
     contact_count = address_book.contact_count + excluded.contact_count,
     group_count = address_book.group_count + excluded.group_count,
     revision = address_book.revision + 1`,
)

export const shrinkAddressBook = statement<object, [advisorId: number, contacts: number, groups: number]>(
  'shrink_address_book',
  `update address_book
   set contact_count = contact_count - $2, group_count = group_count - $3, revision = revision + 1
   where advisor_id = $1`,
)

/** For a write that changes contacts and no total. */
export const touchAddressBook = statement<object, [advisorId: number]>(
  'touch_address_book',
  'update address_book set revision = revision + 1 where advisor_id = $1',
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

/** Whatever the case of its letters. More than one may have the name. */
export const groupsNamed = statement<
  { readonly id: number; readonly name: string },
  [advisorId: number, name: string]
>(
  'groups_named',
  `select id, name from contact_group
   where advisor_id = $1 and sort_name = lower($2::text collate "und-x-icu") order by id limit 10`,
)

export const groupById = statement<{ readonly id: number; readonly name: string }, GroupKey>(
  'group_by_id',
  'select id, name from contact_group where advisor_id = $1 and id = $2',
)

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

/** Puts contacts that were just created, and that count this group already, into it. The group is locked. */
export const joinGroup = statement<object, [...GroupKey, contactIds: readonly number[]]>(
  'join_group',
  `with come as (
     insert into membership (advisor_id, contact_id, group_id) select $1, unnest($3::bigint[]), $2
   )
   update contact_group
   set contact_count = contact_count + cardinality($3::bigint[]),
     modified_at = greatest(modified_at, statement_timestamp())
   where advisor_id = $1 and id = $2`,
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

export const groupNamesById = statement<
  { readonly groupId: number; readonly name: string },
  [advisorId: number, groupIds: readonly number[]]
>(
  'group_names_by_id',
  `select id as "groupId", name from contact_group
   where advisor_id = $1 and id = any ($2::bigint[]) order by sort_name, id`,
)
