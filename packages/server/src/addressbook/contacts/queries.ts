import type { ContactDetail } from '@parley/contract'
import { hasContact } from '../../consent/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { isInLivingGroup } from '../book.ts'
import { type ContactFields, type FieldName, fieldNames } from './contact-fields.ts'

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  emailAddress: 'email_address',
  nickname: 'nickname',
  birthDate: 'birth_date',
  phone: 'phone',
  clientAnniversary: 'client_anniversary',
  gender: 'gender',
  maritalStatus: 'marital_status',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
} as const satisfies Record<FieldName, string>

type FieldValues = (string | number | null)[]

/** The fields as parameters 4 and up. */
export const fieldValues = (fields: ContactFields): FieldValues => fieldNames.map(name => fields[name])

export interface ContactRow extends ContactFields {
  readonly id: number
  readonly identifier: string
  readonly source: number
  readonly emailStatus: number
  readonly unsubscribedAt: Date | null
  readonly externalId: string | null
  readonly remoteId: string | null
  readonly remoteUrl: string | null
  readonly customFields: ContactDetail['customFields']
  readonly createdAt: Date
  readonly modifiedAt: Date
}

const contactColumns = `
  id, identifier, external_id as "externalId", source, email_status as "emailStatus", unsubscribed_at as "unsubscribedAt", remote_id as "remoteId",
  remote_url as "remoteUrl", custom_fields as "customFields", created_at as "createdAt", modified_at as "modifiedAt",
  ${fieldNames.map(name => `${columns[name]} as "${name}"`).join(', ')}`

type ContactKey = [advisorId: number, contactId: number]

export interface ContactWithGroups extends ContactRow {
  readonly groupIds: number[]
}

export const contactWithGroups = statement<ContactWithGroups, ContactKey>(
  'contact_with_groups',
  `select ${contactColumns},
     array(
       select group_id from membership
       where advisor_id = $1 and contact_id = $2 and ${isInLivingGroup} order by group_id
     ) as "groupIds"
   from contact where advisor_id = $1 and id = $2`,
)

/** Contacts after an id, in id order. */
export const contactsAfter = statement<
  ContactWithGroups,
  [advisorId: number, contactId: number, limit: number]
>(
  'contacts_after',
  `select ${contactColumns},
     array(
       select group_id from membership
       where advisor_id = $1 and contact_id = contact.id and ${isInLivingGroup} order by group_id
     ) as "groupIds"
   from contact where advisor_id = $1 and id > $2 order by id limit $3`,
)

export const lockContact = statement<ContactRow, ContactKey>(
  'lock_contact',
  `select ${contactColumns} from contact where advisor_id = $1 and id = $2 for no key update`,
)

export const lockContactToDelete = statement<ContactRow, ContactKey>(
  'lock_contact_to_delete',
  `select ${contactColumns} from contact where advisor_id = $1 and id = $2 for update`,
)

export const insertContact = statement<
  { readonly id: number; readonly identifier: string; readonly createdAt: Date },
  [advisorId: number, source: number, emailStatus: number, ...fields: FieldValues, externalId: string | null]
>(
  'insert_contact',
  `insert into contact (advisor_id, source, email_status, ${fieldNames.map(name => columns[name]).join(', ')}, external_id)
   values ($1, $2, $3, ${fieldNames.map((_, index) => `$${index + 4}`).join(', ')}, $${fieldNames.length + 4})
   returning id, identifier, created_at as "createdAt"`,
)

type FieldArrays = (readonly (string | number | null)[])[]

/** The fields of many contacts, one array per field. */
export const fieldArrays = (contacts: readonly ContactFields[]): FieldArrays =>
  fieldNames.map(name => contacts.map(contact => contact[name]))

const arrayTypes: Partial<Record<FieldName, string>> = {
  birthDate: 'date[]',
  clientAnniversary: 'date[]',
  gender: 'smallint[]',
  maritalStatus: 'smallint[]',
}

/** Returns the rows in the given order. Ids are drawn before the insert, which does not guarantee an order. */
export const insertContacts = statement<
  { readonly id: number; readonly identifier: string; readonly createdAt: Date },
  [
    advisorId: number,
    source: number,
    groupCount: number,
    emailStatuses: readonly number[],
    externalIds: readonly (string | null)[],
    ...fields: FieldArrays,
  ]
>(
  'insert_contacts',
  `with given as materialized (
     select nextval('contact_id') as id, create_uuid_v7() as identifier, given.*
     from unnest($4::smallint[], $5::text[], ${fieldNames.map((name, index) => `$${index + 6}::${arrayTypes[name] ?? 'text[]'}`).join(', ')})
       with ordinality as given (email_status, external_id, ${fieldNames.map(name => columns[name]).join(', ')}, position)
   ), added as (
     insert into contact
       (advisor_id, source, group_count, id, identifier, email_status, external_id, ${fieldNames.map(name => columns[name]).join(', ')})
     select $1, $2, $3, id, identifier, email_status, external_id, ${fieldNames.map(name => columns[name]).join(', ')} from given
     returning id, created_at
   )
   select id, identifier, created_at as "createdAt" from given join added using (id) order by position`,
)

/** The clock may go back; the order of changes may not. */
const nextModifiedAt = 'greatest(modified_at, statement_timestamp())'

export const updateContactFields = statement<
  { readonly modifiedAt: Date },
  [advisorId: number, contactId: number, emailStatus: number, ...fields: FieldValues]
>(
  'update_contact_fields',
  `update contact set email_status = $3, modified_at = ${nextModifiedAt},
     ${fieldNames.map((name, index) => `${columns[name]} = $${index + 4}`).join(', ')}
   where advisor_id = $1 and id = $2 returning modified_at as "modifiedAt"`,
)

export const contactByExternalId = statement<
  { readonly id: number },
  [advisorId: number, externalId: string]
>('contact_by_external_id', 'select id from contact where advisor_id = $1 and external_id = $2')

/** The contact is locked. */
export const setExternalId = statement<
  object,
  [advisorId: number, contactId: number, externalId: string | null]
>('set_external_id', 'update contact set external_id = $3 where advisor_id = $1 and id = $2')

export const lockContactRows = statement<ContactRow, [advisorId: number, ids: readonly number[]]>(
  'lock_contact_rows',
  `select ${contactColumns} from contact where advisor_id = $1 and id = any($2::bigint[])
   order by id for no key update`,
)

export const lockContactsByExternalId = statement<
  ContactRow & { readonly externalId: string },
  [advisorId: number, externalIds: readonly string[]]
>(
  'lock_contacts_by_external_id',
  `select ${contactColumns} from contact where advisor_id = $1 and external_id = any($2::text[])
   order by id for no key update`,
)

/** The contacts are locked. */
export const updateContactsFields = statement<
  { readonly id: number; readonly modifiedAt: Date },
  [advisorId: number, ids: readonly number[], emailStatuses: readonly number[], ...fields: FieldArrays]
>(
  'update_contacts_fields',
  `update contact set email_status = given.email_status, modified_at = ${nextModifiedAt},
     ${fieldNames.map(name => `${columns[name]} = given.${columns[name]}`).join(', ')}
   from unnest($2::bigint[], $3::smallint[], ${fieldNames.map((name, index) => `$${index + 4}::${arrayTypes[name] ?? 'text[]'}`).join(', ')})
     as given (id, email_status, ${fieldNames.map(name => columns[name]).join(', ')})
   where contact.advisor_id = $1 and contact.id = given.id
   returning contact.id, modified_at as "modifiedAt"`,
)

export const deleteContactRow = statement<{ readonly deletedAt: Date }, ContactKey>(
  'delete_contact',
  `delete from contact where advisor_id = $1 and id = $2
   returning ${nextModifiedAt}::timestamptz(3) as "deletedAt"`,
)

/** One contact for each number that no contact of its advisor has. */
export const insertTextedContacts = statement<
  {
    readonly advisorId: number
    readonly id: number
    readonly identifier: string
    readonly phone: string
    readonly createdAt: Date
  },
  [advisorIds: readonly number[], phones: readonly string[], source: number]
>(
  'insert_texted_contacts',
  `insert into contact (advisor_id, source, email_status, first_name, phone)
   select distinct advisor_id, $3::smallint, 0, phone, phone
   from unnest($1::bigint[], $2::text[]) as texted (advisor_id, phone)
   where not ${hasContact('texted.advisor_id', 'texted.phone')}
   returning advisor_id as "advisorId", id, identifier, phone, created_at as "createdAt"`,
)
