import type { Role } from '@parley/contract'
import { statement } from '../../platform/db/statement.ts'
import { isHeldBy } from '../roles/accounts-sql.ts'

export const insertRoles = statement<{ readonly role: Role }, [personId: number, roles: readonly Role[]]>(
  'insert_person_roles',
  `insert into person_role (person_id, role) select $1, unnest($2::text[]) on conflict do nothing returning role`,
)

export const deleteRole = statement<object, [personId: number, role: Role]>(
  'delete_person_role',
  'delete from person_role where person_id = $1 and role = $2 returning role',
)

/** No book of the firm is handed over until the transaction ends. */
export const lockFirmOfPerson = statement<object, [personId: number]>(
  'lock_firm_of_person',
  'select from firm where id = (select firm_id from person where id = $1) for share',
)

export const lockAccountsHeld = statement<{ readonly advisorId: number }, [personId: number]>(
  'lock_accounts_held',
  `select id as "advisorId" from advisor where ${isHeldBy('advisor', '$1')} order by id for no key update`,
)

/** Only within one firm. */
export const insertAssistance = statement<object, [advisorId: number, assistantId: number]>(
  'insert_assistant_advisor',
  `insert into assistant_advisor (advisor_id, assistant_id)
   select advisor.id, person.id from advisor join person on person.firm_id = advisor.firm_id
   where advisor.id = $1 and person.id = $2 on conflict do nothing returning advisor_id`,
)

export const deleteAssistance = statement<object, [advisorId: number, assistantId: number]>(
  'delete_assistant_advisor',
  'delete from assistant_advisor where advisor_id = $1 and assistant_id = $2 returning advisor_id',
)

export interface FirmPersonRow {
  readonly personId: number
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly identifier: string | null
  /** Accounts that the person holds, the own one first. */
  readonly books: readonly {
    readonly advisorId: number
    readonly identifier: string
    /** If it was handed over. */
    readonly formerName?: string
  }[]
  readonly actsFor: readonly { readonly advisorId: number; readonly name: string }[]
  readonly isActive: boolean
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly isManagedByDirectory: boolean
  readonly invitedAt: Date | null
  readonly seenAt: Date | null
  readonly addedAt: Date
}

/** Those of the firm, by name, after a place in this order. A search is a part of a name or an address. */
export const firmPeople = statement<
  FirmPersonRow,
  [
    firmId: number,
    personId: number | undefined,
    afterName: string | undefined,
    afterId: number | undefined,
    search: string | undefined,
    role: Role | undefined,
    isActive: boolean | undefined,
    heldAdvisorId: number | undefined,
    limit: number,
  ]
>(
  'people_of_firm_with_access',
  // The page is chosen first, so that what is read beside it is read for its people only.
  `with chosen as (
     select id, firm_id, name, email, active, password_hash, created_at from person
     where firm_id = $1 and ($2::bigint is null or id = $2)
       and ($3::text is null or (lower(name), id) > (lower($3), $4::bigint))
       and ($5::text is null or strpos(lower(name), lower($5)) > 0 or strpos(lower(email), lower($5)) > 0)
       and ($6::text is null or exists (select from person_role where person_id = person.id and role = $6))
       and ($7::boolean is null or active = $7)
       and ($8::bigint is null or id = (
         select coalesce(holder_id, advisor.id) from advisor where advisor.id = $8 and advisor.firm_id = $1
       ))
     order by lower(name), id limit $9
   )
   select person.id as "personId", person.name, person.email,
     array(select role from person_role where person_id = person.id order by role) as roles, advisor.identifier,
     coalesce((
       select json_agg(json_strip_nulls(json_build_object('advisorId', held.id, 'identifier', held.identifier,
         'formerName', case when held.holder_id is not null then first.name end))
         order by held.holder_id is not null, held.identifier)
       from advisor as held join person as first on first.id = held.id
       where ${isHeldBy('held', 'person.id')}
     ), '[]') as books,
     coalesce((
       select json_agg(json_build_object('advisorId', assisted.id, 'name', assisted.name)
         order by lower(assisted.name), assisted.id)
       from assistant_advisor join advisor as assisted on assisted.id = advisor_id where assistant_id = person.id
     ), '[]') as "actsFor",
     person.active as "isActive", person.password_hash is not null as "hasPassword",
     exists (select from second_factor where person_id = person.id)
       or exists (select from passkey where passkey.advisor_id = person.id) as "hasSecondFactor",
     exists (
       select from directory_person as known
       where known.firm_id = person.firm_id and known.person_id = person.id and removed_at is null
     ) as "isManagedByDirectory",
     (
       select max(created_at) from sign_in_link
       where person_id = person.id and purpose = 'invitation' and expires_at > now()
     ) as "invitedAt",
     (
       select max(used_at) from app_session where app_session.advisor_id = person.id and expires_at > now()
     ) as "seenAt",
     person.created_at as "addedAt"
   from chosen as person left join advisor on advisor.id = person.id and advisor.holder_id is null
   order by lower(person.name), person.id`,
)

export const administratorsOfFirm = statement<{ readonly personId: number }, [firmId: number]>(
  'administrators_of_firm',
  `select person.id as "personId" from person
   where person.firm_id = $1 and person.active
     and exists (select from person_role where person_id = person.id and role = 'administrator')`,
)
