import { statement } from '../../platform/db/statement.ts'

export const keptContactTotal = statement<{ total: number }, [advisorId: number]>(
  'kept_contact_total',
  'select contact_count as total from address_book where advisor_id = $1',
)

export const keptGroupSize = statement<
  { total: number; bookSize: number },
  [advisorId: number, groupId: number]
>(
  'kept_group_size',
  `select contact_group.contact_count as total, address_book.contact_count as "bookSize"
   from contact_group join address_book on address_book.advisor_id = contact_group.advisor_id
   where contact_group.advisor_id = $1 and contact_group.id = $2`,
)

export const bookRevision = statement<{ revision: number; contactCount: number }, [advisorId: number]>(
  'book_revision',
  'select revision, contact_count as "contactCount" from address_book where advisor_id = $1',
)

/** Deleted groups whose members are still being removed, and how many are left. */
export const removalsOf = statement<{ groups: number; memberships: number }, [advisorId: number]>(
  'removals_of_advisor',
  `select count(*) as groups, coalesce(sum(remaining), 0)::bigint as memberships
   from group_removal where advisor_id = $1 having count(*) > 0`,
)

export const keptGroupTotal = statement<{ total: number }, [advisorId: number]>(
  'kept_group_total',
  'select group_count as total from address_book where advisor_id = $1',
)

export interface GroupRow {
  readonly id: number
  readonly externalId: string | null
  readonly name: string
  readonly source: number
  readonly contactCount: number
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** Folded once per search. */
const holdsWords = `($2::text[] is null or fold_text(name) like all (
  array(select fold_text(word) from unnest($2::text[]) as word)
))`

type Patterns = readonly string[] | null
type GroupPage = [
  advisorId: number,
  patterns: Patterns,
  externalId: string | null,
  limit: number,
  offset: number,
]

const hasExternalId = '($3::text is null or external_id = $3)'

const groupColumns = `id, external_id as "externalId", name, source, contact_count as "contactCount",
  created_at as "createdAt", modified_at as "modifiedAt"`

export const groupRow = statement<GroupRow, [advisorId: number, groupId: number]>(
  'group_row',
  `select ${groupColumns} from contact_group where advisor_id = $1 and id = $2`,
)

const groupPage = (direction: 'asc' | 'desc') =>
  statement<GroupRow, GroupPage>(
    `group_page_${direction}`,
    `select ${groupColumns}
     from contact_group where advisor_id = $1 and ${holdsWords} and ${hasExternalId}
     order by sort_name ${direction}, id ${direction} limit $4 offset $5`,
  )

export const groupPages = { asc: groupPage('asc'), desc: groupPage('desc') }

export const countGroups = statement<
  { total: number },
  [advisorId: number, patterns: Patterns, externalId: string | null]
>(
  'count_groups',
  `select count(*) as total from contact_group where advisor_id = $1 and ${holdsWords} and ${hasExternalId}`,
)
