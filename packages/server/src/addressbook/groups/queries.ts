import { statement } from '../../platform/db/statement.ts'
import { isInLivingGroup } from '../book.ts'

type GroupKey = [advisorId: number, groupId: number]

/** Returns no row if the advisor already has a group with this external id. */
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

/** Case-insensitive. Several groups may share a name. */
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

/** Also waits for those who are adding contacts to it. */
export const lockGroup = statement<GroupRow, GroupKey>(
  'lock_group',
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
  `select group_id as id from membership
   where advisor_id = $1 and contact_id = $2 and ${isInLivingGroup} order by group_id`,
)

/** Including those of deleted groups that are yet to be removed. */
export const membershipsOfContact = statement<
  { readonly groupId: number; readonly isLiving: boolean },
  [advisorId: number, contactId: number]
>(
  'memberships_of_contact',
  `select group_id as "groupId", ${isInLivingGroup} as "isLiving"
   from membership where advisor_id = $1 and contact_id = $2 order by group_id`,
)

/** Moves a contact between groups and updates all counters. The contact and all these groups are locked. */
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

/** Returns no row if the name is the same. */
export const renameGroupRow = statement<{ readonly modifiedAt: Date }, [...GroupKey, name: string]>(
  'rename_group',
  `update contact_group set name = $3, modified_at = greatest(modified_at, statement_timestamp())
   where advisor_id = $1 and id = $2 and name <> $3 returning modified_at as "modifiedAt"`,
)

export const lockContacts = statement<
  { readonly id: number },
  [advisorId: number, contactIds: readonly number[]]
>(
  'lock_contacts',
  `select id from contact where advisor_id = $1 and id = any($2::bigint[]) order by id for no key update`,
)

export interface ChangedMember {
  readonly contactId: number
  readonly identifier: string
  readonly modifiedAt: Date
  readonly hasJoined: boolean
}

/** Adds and removes members and updates all counters. The gate is closed, the group and all contacts are locked. */
export const changeMembersOfGroup = statement<
  ChangedMember,
  [...GroupKey, added: readonly number[], removed: readonly number[]]
>(
  'change_members_of_group',
  `with gone as (
     delete from membership where advisor_id = $1 and group_id = $2 and contact_id = any($4::bigint[])
     returning contact_id, false as has_joined
   ), come as (
     insert into membership (advisor_id, contact_id, group_id) select $1, unnest($3::bigint[]), $2
     on conflict do nothing returning contact_id, true as has_joined
   ), changed as (
     select * from gone union all select * from come
   ), counted as (
     update contact_group
     set contact_count = contact_count + (select count(*) from come) - (select count(*) from gone),
       modified_at = greatest(modified_at, statement_timestamp())
     where advisor_id = $1 and id = $2 and exists (select from changed)
   )
   update contact
   set group_count = group_count + case when has_joined then 1 else -1 end,
     modified_at = greatest(modified_at, statement_timestamp())
   from changed where contact.advisor_id = $1 and contact.id = changed.contact_id
   returning contact.id as "contactId", identifier, modified_at as "modifiedAt", has_joined as "hasJoined"`,
)

export const groupIdsOfContacts = statement<
  { readonly contactId: number; readonly groupIds: number[] },
  [advisorId: number, contactIds: readonly number[]]
>(
  'group_ids_of_contacts',
  `select contact_id as "contactId", array_agg(group_id order by group_id) as "groupIds"
   from membership
   where advisor_id = $1 and contact_id = any($2::bigint[]) and ${isInLivingGroup} group by contact_id`,
)

/** Adds contacts that were just created with this group already counted. The group is locked. */
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

/** Removes all members of a group that is about to be deleted. The gate is closed. */
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
