import { statement } from '../../db/statement.ts'

export interface FirmRow {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly created_at: Date
  readonly advisors: number
}

const firmColumns = `
  firm.id, firm.name, firm.active, firm.created_at,
  (select count(*) from advisor where advisor.firm_id = firm.id) as advisors`

export const insertFirm = statement<{ id: number }, [name: string]>(
  'insert_firm',
  'insert into firm (name) values ($1) returning id',
)

export const firms = statement<FirmRow>('firms', `select ${firmColumns} from firm order by firm.id`)

export const firmById = statement<FirmRow, [firmId: number]>(
  'firm_by_id',
  `select ${firmColumns} from firm where firm.id = $1`,
)

export const firmsByName = statement<FirmRow, [name: string]>(
  'firms_by_name',
  `select ${firmColumns} from firm where lower(firm.name) = lower($1) order by firm.id`,
)

export const updateFirm = statement<
  { id: number },
  [firmId: number, name: string | undefined, active: boolean | undefined]
>(
  'update_firm',
  'update firm set name = coalesce($2, name), active = coalesce($3, active) where id = $1 returning id',
)

export interface AdvisorRow {
  readonly id: number
  readonly firm_id: number
  readonly identifier: string
  readonly name: string
  readonly email: string
  readonly time_zone: string
  readonly password_hash: string | null
  readonly active: boolean
  readonly created_at: Date
  readonly firm_name: string
  readonly firm_active: boolean
}

const advisorRows = `
  select advisor.id, advisor.firm_id, advisor.identifier, advisor.name, advisor.email, advisor.time_zone,
    advisor.password_hash, advisor.active, advisor.created_at, firm.name as firm_name, firm.active as firm_active
  from advisor join firm on firm.id = advisor.firm_id`

export const advisorById = statement<AdvisorRow, [advisorId: number]>(
  'advisor_by_id',
  `${advisorRows} where advisor.id = $1`,
)

export const advisorByIdentifier = statement<AdvisorRow, [identifier: string]>(
  'advisor_by_identifier',
  `${advisorRows} where advisor.identifier = $1`,
)

export const advisorByEmail = statement<AdvisorRow, [email: string]>(
  'advisor_by_email',
  `${advisorRows} where lower(advisor.email) = lower($1)`,
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
  { changed_at: Date },
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
   where id = $1 returning statement_timestamp()::timestamptz(3) as changed_at`,
)

export interface TextingNumberRow {
  readonly number: string
  readonly advisor_id: number
  readonly identifier: string
  readonly advisor_name: string
  readonly firm_id: number
  readonly firm_name: string
  readonly active: boolean
  readonly created_at: Date
}

const numberRows = `
  select texting_number.number, texting_number.advisor_id, advisor.identifier, advisor.name as advisor_name,
    advisor.firm_id, firm.name as firm_name, texting_number.active, texting_number.created_at
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

/** Whoever has or had the number, the one who has it now first. */
export const holdersOfNumber = statement<TextingNumberRow, [number: string]>(
  'holders_of_number',
  `${numberRows} where texting_number.number = $1
   order by texting_number.active desc, texting_number.created_at desc, texting_number.advisor_id`,
)

/** The time is that from which the advisor has it, so that the one who had it last can be told. */
export const upsertTextingNumber = statement<{ number: string }, [advisorId: number, number: string]>(
  'upsert_texting_number',
  `insert into texting_number (advisor_id, number) values ($1, $2)
   on conflict (advisor_id, number) do update set active = true, created_at = now() returning number`,
)

export const disableTextingNumber = statement<{ number: string }, [number: string]>(
  'disable_texting_number',
  'update texting_number set active = false where number = $1 and active returning number',
)
