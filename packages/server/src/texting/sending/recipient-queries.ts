import type { Asking } from '../../consent/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { type Person, peopleWith } from '../people.ts'

export interface RecipientRow extends Asking {
  readonly phone: string
  /** Null if no member exists for this number yet. */
  readonly memberId: number | null
  readonly people: readonly Person[]
}

type Named = [advisorId: number, contactIds: readonly number[], groupIds: readonly number[]]

/** Contacts selected directly or through their groups. */
const named = `
  select id, phone from contact where advisor_id = $1 and id = any ($2::bigint[])
  union
  select contact.id, contact.phone from contact_group
  join membership on membership.advisor_id = $1 and membership.group_id = contact_group.id
  join contact on contact.advisor_id = $1 and contact.id = membership.contact_id
  where contact_group.advisor_id = $1 and contact_group.id = any ($3::bigint[])`

export const reach = statement<
  {
    readonly phones: readonly string[]
    readonly selected: number
    readonly withoutPhone: number
    /** How many of the ids belong to this advisor. */
    readonly contacts: number
    readonly groups: number
  },
  [...Named, phoneNumbers: readonly string[], limit: number]
>(
  'reach_of_recipients',
  `with named as materialized (${named})
   select array(
       select phone from (select phone from named where phone is not null union select unnest($4::text[])) as each
       order by phone limit $5
     ) as phones,
     (select count(*) from named) as selected,
     (select count(*) from named where phone is null) as "withoutPhone",
     (select count(*) from contact where advisor_id = $1 and id = any ($2::bigint[])) as contacts,
     (select count(*) from contact_group where advisor_id = $1 and id = any ($3::bigint[])) as groups`,
)

export const selectedWithoutPhone = statement<Person, [...Named, limit: number]>(
  'selected_without_phone',
  `select contact.id as "contactId", contact.full_name as "fullName"
   from (${named}) as selected join contact on contact.advisor_id = $1 and contact.id = selected.id
   where selected.phone is null order by contact.full_name, contact.id limit $4`,
)

/** In the order of the numbers. */
export const recipientRows = statement<RecipientRow, [advisorId: number, phones: readonly string[]]>(
  'recipient_rows',
  `select wanted.phone, member.id as "memberId", coalesce(member.consent, 'none') as consent,
     member.asked_at as "askedAt", member.declined_at as "declinedAt", coalesce(member.declines, 0) as declines,
     ${peopleWith('wanted.phone')} as people
   from unnest($2::text[]) with ordinality as wanted (phone, place)
   left join member on member.advisor_id = $1 and member.phone = wanted.phone
   order by place`,
)
