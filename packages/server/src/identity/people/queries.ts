import { statement } from '../../platform/db/statement.ts'

export interface Firm {
  readonly id: number
  readonly name: string
  readonly active: boolean
  /** Nobody signs in with a password alone. */
  readonly isSecondFactorRequired: boolean
  readonly advisorCount: number
  readonly createdAt: Date
}

const firmColumns = `
  firm.id, firm.name, firm.active, firm.second_factor_required as "isSecondFactorRequired",
  (select count(*) from advisor where advisor.firm_id = firm.id) as "advisorCount",
  firm.created_at as "createdAt"`

export const insertFirm = statement<{ id: number }, [name: string]>(
  'insert_firm',
  'insert into firm (name) values ($1) returning id',
)

export const firms = statement<Firm>('firms', `select ${firmColumns} from firm order by firm.id`)

export const firmById = statement<Firm, [firmId: number]>(
  'firm_by_id',
  `select ${firmColumns} from firm where firm.id = $1`,
)

export const firmsByName = statement<Firm, [name: string]>(
  'firms_by_name',
  `select ${firmColumns} from firm where lower(firm.name) = lower($1) order by firm.id`,
)

/** Until the transaction ends, no advisor of the firm can start a session, and no lane can be created for it. */
export const lockFirm = statement<object, [firmId: number]>(
  'lock_firm',
  'select from firm where id = $1 for no key update',
)

/** Waits for a handover in the firm, and keeps others away. */
export const lockFirmOfAccount = statement<object, [advisorId: number]>(
  'lock_firm_of_account',
  'select from firm where id = (select firm_id from advisor where id = $1) for share',
)

/**
 * The account, and every other that the person with its id holds, in the order of ids. Of an account that somebody else holds, only
 * itself: the others of the person with its id do not change with it, and two people who swapped their books would lock in turn.
 */
export const lockAccountsOf = statement<object, [advisorId: number]>(
  'lock_accounts_of_advisor',
  `select from advisor
   where id = $1 or holder_id = (select own.id from advisor as own where own.id = $1 and own.holder_id is null)
   order by id for no key update`,
)

export const updateFirm = statement<
  { id: number },
  [
    firmId: number,
    name: string | undefined,
    active: boolean | undefined,
    isSecondFactorRequired: boolean | undefined,
  ]
>(
  'update_firm',
  `update firm set name = coalesce($2, name), active = coalesce($3, active),
     second_factor_required = coalesce($4, second_factor_required)
   where id = $1 returning id`,
)

export interface AdvisorRow {
  readonly id: number
  /** The person who holds the account. */
  readonly holderId: number
  readonly firmId: number
  readonly identifier: string
  readonly name: string
  readonly email: string
  readonly timeZone: string
  readonly passwordHash: string | null
  readonly active: boolean
  readonly createdAt: Date
  readonly firmName: string
  readonly firmActive: boolean
  readonly isSecondFactorRequired: boolean
}

const advisorRows = `
  select advisor.id, coalesce(advisor.holder_id, advisor.id) as "holderId", advisor.firm_id as "firmId", advisor.identifier, advisor.name, holder.email,
    advisor.time_zone as "timeZone", advisor.password_hash as "passwordHash", advisor.active,
    advisor.created_at as "createdAt", firm.name as "firmName", firm.active as "firmActive",
    firm.second_factor_required as "isSecondFactorRequired"
  from advisor join firm on firm.id = advisor.firm_id
  join person as holder on holder.id = coalesce(advisor.holder_id, advisor.id)`

export const advisorById = statement<AdvisorRow, [advisorId: number]>(
  'advisor_by_id',
  `${advisorRows} where advisor.id = $1`,
)

export const advisorByIdentifier = statement<AdvisorRow, [identifier: string]>(
  'advisor_by_identifier',
  `${advisorRows} where advisor.identifier = $1`,
)

/** Their own account first, then those that were handed over to them. */
export const advisorByEmail = statement<AdvisorRow, [email: string]>(
  'advisor_by_email',
  `${advisorRows} where lower(holder.email) = lower($1)
   order by advisor.holder_id is not null, advisor.id`,
)

export const advisors = statement<AdvisorRow, [firmId: number | undefined]>(
  'advisors',
  `${advisorRows} where $1::bigint is null or advisor.firm_id = $1 order by advisor.identifier`,
)

export const insertAdvisor = statement<
  { id: number },
  [
    firmId: number,
    identifier: string,
    name: string,
    email: string,
    timeZone: string,
    passwordHash: string | undefined,
  ]
>(
  'insert_advisor',
  `insert into advisor (firm_id, identifier, name, email, time_zone, password_hash)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)

export const updateAdvisor = statement<
  object,
  [
    advisorId: number,
    name: string | undefined,
    email: string | undefined,
    timeZone: string | undefined,
    passwordHash: string | undefined,
    active: boolean | undefined,
  ]
>(
  'update_advisor',
  `update advisor set name = coalesce($2, name), email = coalesce($3, email), time_zone = coalesce($4, time_zone),
     password_hash = coalesce($5, password_hash), active = coalesce($6, active)
   where id = $1`,
)

export interface TextingNumberRow {
  readonly number: string
  readonly advisorId: number
  readonly identifier: string
  readonly advisorName: string
  readonly firmId: number
  readonly firmName: string
  readonly active: boolean
  readonly createdAt: Date
}

const numberRows = `
  select texting_number.number, texting_number.advisor_id as "advisorId", advisor.identifier,
    advisor.name as "advisorName", advisor.firm_id as "firmId", firm.name as "firmName", texting_number.active,
    texting_number.created_at as "createdAt"
  from texting_number join advisor on advisor.id = texting_number.advisor_id join firm on firm.id = advisor.firm_id`

export const textingNumbers = statement<
  TextingNumberRow,
  [firmId: number | undefined, advisorId: number | undefined]
>(
  'texting_numbers',
  `${numberRows}
   where ($1::bigint is null or advisor.firm_id = $1) and ($2::bigint is null or texting_number.advisor_id = $2)
   order by advisor.identifier, texting_number.number`,
)

/** All current and former advisors of the number, the current one first. */
export const holdersOfNumber = statement<TextingNumberRow, [number: string]>(
  'holders_of_number',
  `${numberRows} where texting_number.number = $1
   order by texting_number.active desc, texting_number.created_at desc, texting_number.advisor_id`,
)

/** Also updates the time since which the advisor has the number: the latest time identifies its last advisor. */
export const upsertTextingNumber = statement<{ number: string }, [advisorId: number, number: string]>(
  'upsert_texting_number',
  `insert into texting_number (advisor_id, number) values ($1, $2)
   on conflict (advisor_id, number) do update set active = true, created_at = now() returning number`,
)

/** Until the transaction ends, the number moves to no other advisor. */
export const lockTextingNumber = statement<object, [number: string]>(
  'lock_texting_number',
  'select from texting_number where number = $1 order by advisor_id for no key update',
)

export const disableTextingNumber = statement<{ number: string }, [number: string]>(
  'disable_texting_number',
  'update texting_number set active = false where number = $1 and active returning number',
)

/** Holds the texts that wait for the advisor, if there are any and no hold is in force. */
export const holdWaitingTexts = statement<
  { readonly id: number },
  [advisorId: number, reason: string, placedBy: string]
>(
  'hold_waiting_texts',
  `insert into sending_hold (advisor_id, reason, placed_by, awaits_review)
   select $1, $2, $3, true where exists (select from outbox where advisor_id = $1) on conflict do nothing returning id`,
)

/** Whether texts of the advisor wait for such a hold to be released. */
export const hasWaitingTextsOnHold = statement<{ readonly isHeld: boolean }, [advisorId: number]>(
  'has_waiting_texts_on_hold',
  `select exists (select from outbox where advisor_id = $1) and exists (
     select from sending_hold where advisor_id = $1 and awaits_review and released_at is null
   ) as "isHeld"`,
)

export const firmsOfDomain = statement<{ readonly firmId: number }, [email: string]>(
  'firms_of_domain',
  `select firm_id as "firmId" from sign_in_domain
   where domain = split_part(lower($1), '@', 2) and verified_at is not null`,
)
