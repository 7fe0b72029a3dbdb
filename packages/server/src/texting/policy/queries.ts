import { statement } from '../../db/statement.ts'

export interface PolicyRow {
  readonly version: number
  readonly consent_required: boolean
  readonly consent_request_text: string | null
  readonly help_text: string
  readonly stop_confirmation_text: string
  readonly decided_by: string
  readonly decided_at: Date
}

const policyColumns =
  'version, consent_required, consent_request_text, help_text, stop_confirmation_text, decided_by, decided_at'

export const currentPolicy = statement<PolicyRow, [firmId: number]>(
  'current_texting_policy',
  `select ${policyColumns} from texting_policy where firm_id = $1 order by version desc limit 1`,
)

export const policies = statement<PolicyRow, [firmId: number]>(
  'texting_policies',
  `select ${policyColumns} from texting_policy where firm_id = $1 order by version desc`,
)

/** Whoever holds it writes the firm's next version. */
export const lockFirm = statement<{ name: string }, [firmId: number]>(
  'lock_firm_for_texting_policy',
  'select name from firm where id = $1 for no key update',
)

export const insertPolicy = statement<
  PolicyRow,
  [
    firmId: number,
    version: number,
    consentRequired: boolean,
    consentRequestText: string | null,
    helpText: string,
    stopConfirmationText: string,
    decidedBy: string,
  ]
>(
  'insert_texting_policy',
  `insert into texting_policy
     (firm_id, version, consent_required, consent_request_text, help_text, stop_confirmation_text, decided_by)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${policyColumns}`,
)

export const lockAdvisor = statement<{ id: number }, [advisorId: number]>(
  'lock_advisor_for_consent_exception',
  'select id from advisor where id = $1 for no key update',
)

export const consentException = statement<{ consent_required: boolean }, [advisorId: number]>(
  'consent_exception',
  'select consent_required from consent_exception where advisor_id = $1',
)

export const consentExceptions = statement<
  { identifier: string; name: string; consent_required: boolean },
  [firmId: number]
>(
  'consent_exceptions',
  `select advisor.identifier, advisor.name, consent_exception.consent_required
   from advisor join consent_exception on consent_exception.advisor_id = advisor.id
   where advisor.firm_id = $1 order by advisor.identifier`,
)

export const upsertConsentException = statement<
  { changed_at: Date },
  [advisorId: number, consentRequired: boolean]
>(
  'upsert_consent_exception',
  `insert into consent_exception (advisor_id, consent_required) values ($1, $2)
   on conflict (advisor_id) do update set consent_required = excluded.consent_required
   returning statement_timestamp()::timestamptz(3) as changed_at`,
)

export const deleteConsentException = statement<{ changed_at: Date }, [advisorId: number]>(
  'delete_consent_exception',
  `delete from consent_exception where advisor_id = $1
   returning statement_timestamp()::timestamptz(3) as changed_at`,
)

/**
 * One row for each advisor that there is; on the way of every send, so one statement for all of them. The inner select
 * hides from the planner how many are asked for: it would plan each call anew for that, four times as long as it runs.
 */
const fromAccounts = `from unnest((select $1::bigint[])) as given (advisor_id)
   join advisor on advisor.id = given.advisor_id
   join firm on firm.id = advisor.firm_id
   left join consent_exception on consent_exception.advisor_id = advisor.id
   left join lateral (
     select version, consent_required, consent_request_text, help_text, stop_confirmation_text
     from texting_policy where firm_id = advisor.firm_id order by version desc limit 1
   ) as policy on true
   left join lateral (
     select number from texting_number where advisor_id = advisor.id and active order by created_at, number limit 1
   ) as sender on true`

export interface SendingAccountRow {
  readonly advisor_id: number
  readonly active: boolean
  readonly time_zone: string
  /** Null: the firm's rule holds. */
  readonly exception: boolean | null
  /** Null, as all of the policy: the firm has decided nothing. */
  readonly version: number | null
  readonly consent_required: boolean | null
  readonly number: string | null
}

const sendingColumns = `advisor.id as advisor_id, advisor.active and firm.active as active,
     advisor.time_zone, consent_exception.consent_required as exception, policy.version, policy.consent_required,
     sender.number`

export const sendingAccounts = statement<SendingAccountRow, [advisorIds: readonly number[]]>(
  'sending_accounts',
  `select ${sendingColumns} ${fromAccounts}`,
)

interface TextingAccountRow extends SendingAccountRow {
  readonly advisor_name: string
  readonly firm_name: string
  readonly consent_request_text: string | null
  readonly help_text: string | null
  readonly stop_confirmation_text: string | null
}

export const textingAccounts = statement<TextingAccountRow, [advisorIds: readonly number[]]>(
  'texting_accounts',
  `select ${sendingColumns}, advisor.name as advisor_name, firm.name as firm_name,
     policy.consent_request_text, policy.help_text, policy.stop_confirmation_text
   ${fromAccounts}`,
)
