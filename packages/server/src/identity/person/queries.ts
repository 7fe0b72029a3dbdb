import type { Role } from '@parley/contract'
import { statement } from '../../platform/db/statement.ts'
import { accountsOfPerson, isHeldBy } from '../roles/accounts-sql.ts'

export interface PersonRow {
  readonly id: number
  readonly firmId: number
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
  readonly active: boolean
  readonly createdAt: Date
  readonly firmName: string
  readonly firmActive: boolean
  /** Neither passwords nor passkeys count. */
  readonly mustUseFirmSignIn: boolean
  /** Of the account with the id of the person, while they hold it. */
  readonly identifier: string | null
  /** Identifiers of all accounts that the person holds, the own one first. */
  readonly holds: readonly string[]
  readonly roles: readonly Role[]
  /** Identifiers of the advisors for whom the person acts as an assistant. */
  readonly assists: readonly string[]
}

const personRows = `
  select person.id, person.firm_id as "firmId", person.email, person.name, person.password_hash as "passwordHash",
    person.active, person.created_at as "createdAt", firm.name as "firmName", firm.active as "firmActive",
    exists (select from firm_sign_in where firm_id = person.firm_id and is_only) as "mustUseFirmSignIn",
    advisor.identifier, array(select role from person_role where person_id = person.id order by role) as roles,
    array(
      select assisted.identifier from assistant_advisor join advisor as assisted on assisted.id = advisor_id
      where assistant_id = person.id order by assisted.identifier
    ) as assists,
    array(
      select held.identifier from advisor as held where ${isHeldBy('held', 'person.id')}
      order by held.active desc, held.holder_id is not null, held.identifier
    ) as holds
  from person join firm on firm.id = person.firm_id
  left join advisor on advisor.id = person.id and advisor.holder_id is null`

export const personById = statement<PersonRow, [personId: number]>(
  'person_by_id',
  `${personRows} where person.id = $1`,
)

export const personByEmail = statement<PersonRow, [email: string]>(
  'person_by_email',
  `${personRows} where lower(person.email) = lower($1)`,
)

export const personByIdentifier = statement<PersonRow, [identifier: string]>(
  'person_by_identifier',
  `${personRows} where advisor.identifier = $1`,
)

/** Who holds an account. */
export const holderByIdentifier = statement<PersonRow, [identifier: string]>(
  'holder_by_identifier',
  `${personRows} where person.id = (select coalesce(holder_id, id) from advisor where identifier = $1)`,
)

/** Advisors for whom the person can act, their own accounts first, each by name. */
export const accountsById = statement<
  {
    readonly advisorId: number
    readonly name: string
    readonly identifier: string
    readonly isHeld: boolean
    readonly formerName: string | null
  },
  [personId: number]
>(
  'accounts_of_person',
  `select advisor.id as "advisorId", advisor.name, advisor.identifier,
     ${isHeldBy('advisor', 'person.id')} as "isHeld",
     case when advisor.holder_id is not null then (
       select first.name from person as first where first.id = advisor.id
     ) end as "formerName"
   from person cross join lateral (${accountsOfPerson}) as account join advisor on advisor.id = account.id
   where person.id = $1
   order by "isHeld" desc, advisor.id <> person.id, lower(advisor.name), advisor.id`,
)

export const people = statement<PersonRow, [firmId: number | undefined]>(
  'people',
  `${personRows} where $1::bigint is null or person.firm_id = $1 order by firm.id, lower(person.name), person.id`,
)

export const insertPerson = statement<
  { id: number },
  [firmId: number, name: string, email: string, passwordHash: string | undefined]
>(
  'insert_person',
  'insert into person (firm_id, name, email, password_hash) values ($1, $2, $3, $4) returning id',
)

export const updatePerson = statement<
  object,
  [
    personId: number,
    passwordHash: string | undefined,
    active: boolean | undefined,
    name: string | undefined,
    email: string | undefined,
  ]
>(
  'update_person',
  `update person set password_hash = coalesce($2, password_hash), active = coalesce($3, active),
     name = coalesce($4, name), email = coalesce($5, email)
   where id = $1`,
)

/** Names of people, for those who read what they did. */
export const namesOfPeople = statement<
  { readonly personId: number; readonly name: string },
  [personIds: readonly number[]]
>('names_of_people', 'select id as "personId", name from person where id = any ($1::bigint[])')

export interface FactorsRow {
  /** Of an authenticator app. */
  readonly hasCodes: boolean
  readonly hasPasskey: boolean
  /** By the firm. */
  readonly isRequired: boolean
}

/** What a person has beside the password. */
export const factorsOf = statement<FactorsRow, [personId: number]>(
  'factors_of_person',
  `select exists (select from second_factor where person_id = person.id) as "hasCodes",
     exists (select from passkey where advisor_id = person.id) as "hasPasskey",
     firm.second_factor_required as "isRequired"
   from person join firm on firm.id = person.firm_id where person.id = $1`,
)
