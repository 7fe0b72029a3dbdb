import { statement } from '../../platform/db/statement.ts'
import type { PolicyVersion } from './records.ts'

const decisions = `consent_required, consent_request_text, help_text, stop_confirmation_text,
  opt_in_confirmation_text, ask_again_after_hours,
  ask_again_after_no_days, declines_most`
const policyColumns = `version, consent_required as "isConsentRequired", consent_request_text as "consentRequestText",
  help_text as "helpText", stop_confirmation_text as "stopConfirmationText",
  opt_in_confirmation_text as "optInConfirmationText",
  ask_again_after_hours as "askAgainAfterHours", ask_again_after_no_days as "askAgainAfterNoDays",
  declines_most as "declinesMost", decided_by as "decidedBy", decided_at as "decidedAt"`

export const currentPolicy = statement<PolicyVersion, [firmId: number]>(
  'current_texting_policy',
  `select ${policyColumns} from texting_policy where firm_id = $1 order by version desc limit 1`,
)

export const policies = statement<PolicyVersion, [firmId: number]>(
  'texting_policies',
  `select ${policyColumns} from texting_policy where firm_id = $1 order by version desc`,
)

/** The holder of this lock writes the firm's next version. */
export const lockFirm = statement<{ name: string }, [firmId: number]>(
  'lock_firm_for_texting_policy',
  'select name from firm where id = $1 for no key update',
)

export const insertPolicy = statement<
  PolicyVersion,
  [
    firmId: number,
    version: number,
    consentRequired: boolean,
    consentRequestText: string | null,
    helpText: string,
    stopConfirmationText: string,
    optInConfirmationText: string,
    askAgainAfterHours: number,
    askAgainAfterNoDays: number,
    declinesMost: number,
    decidedBy: string,
  ]
>(
  'insert_texting_policy',
  `insert into texting_policy (firm_id, version, ${decisions}, decided_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${policyColumns}`,
)

export const lockAdvisor = statement<{ firmId: number }, [advisorId: number]>(
  'lock_advisor_for_consent_exception',
  'select firm_id as "firmId" from advisor where id = $1 for no key update',
)

export const consentException = statement<{ isConsentRequired: boolean }, [advisorId: number]>(
  'consent_exception',
  'select consent_required as "isConsentRequired" from consent_exception where advisor_id = $1',
)

export const consentExceptions = statement<
  { identifier: string; name: string; isConsentRequired: boolean },
  [firmId: number]
>(
  'consent_exceptions',
  `select advisor.identifier, advisor.name, consent_exception.consent_required as "isConsentRequired"
   from advisor join consent_exception on consent_exception.advisor_id = advisor.id
   where advisor.firm_id = $1 order by advisor.identifier`,
)

export const upsertConsentException = statement<
  { changedAt: Date },
  [advisorId: number, consentRequired: boolean]
>(
  'upsert_consent_exception',
  `insert into consent_exception (advisor_id, consent_required) values ($1, $2)
   on conflict (advisor_id) do update set consent_required = excluded.consent_required
   returning statement_timestamp()::timestamptz(3) as "changedAt"`,
)

export const deleteConsentException = statement<{ changedAt: Date }, [advisorId: number]>(
  'delete_consent_exception',
  `delete from consent_exception where advisor_id = $1
   returning statement_timestamp()::timestamptz(3) as "changedAt"`,
)

/**
 * One row per existing advisor. Runs on every send, so one statement covers all of them. The inner select hides the
 * array length from the planner, which would otherwise replan each call: four times as long as the query itself.
 */
const fromAccounts = `from unnest((select $1::bigint[])) as given (advisor_id)
   join advisor on advisor.id = given.advisor_id
   join firm on firm.id = advisor.firm_id
   left join consent_exception on consent_exception.advisor_id = advisor.id
   left join lateral (
     select version, ${decisions}
     from texting_policy where firm_id = advisor.firm_id order by version desc limit 1
   ) as policy on true
   left join lateral (
     select number from texting_number where advisor_id = advisor.id and active order by created_at, number limit 1
   ) as sender on true`

export interface SendingAccountRow {
  readonly advisorId: number
  readonly isActive: boolean
  readonly timeZone: string
  /** Null if the firm's rule applies. */
  readonly exception: boolean | null
  /** Null, like the other policy columns, if the firm has decided nothing. */
  readonly version: number | null
  readonly isConsentRequired: boolean | null
  readonly number: string | null
}

const sendingColumns = `advisor.id as "advisorId", advisor.active and firm.active as "isActive",
     advisor.time_zone as "timeZone", consent_exception.consent_required as exception, policy.version,
     policy.consent_required as "isConsentRequired", sender.number`

export const sendingAccounts = statement<SendingAccountRow, [advisorIds: readonly number[]]>(
  'sending_accounts',
  `select ${sendingColumns} ${fromAccounts}`,
)

interface TextingAccountRow extends SendingAccountRow {
  readonly advisorName: string
  readonly firmName: string
  readonly consentRequestText: string | null
  readonly helpText: string | null
  readonly stopConfirmationText: string | null
  readonly optInConfirmationText: string | null
  readonly askAgainAfterHours: number | null
  readonly askAgainAfterNoDays: number | null
  readonly declinesMost: number | null
}

export const textingAccounts = statement<TextingAccountRow, [advisorIds: readonly number[]]>(
  'texting_accounts',
  `select ${sendingColumns}, advisor.name as "advisorName", firm.name as "firmName",
     policy.consent_request_text as "consentRequestText", policy.help_text as "helpText",
     policy.stop_confirmation_text as "stopConfirmationText",
     policy.opt_in_confirmation_text as "optInConfirmationText", policy.ask_again_after_hours as "askAgainAfterHours",
     policy.ask_again_after_no_days as "askAgainAfterNoDays", policy.declines_most as "declinesMost"
   ${fromAccounts}`,
)
