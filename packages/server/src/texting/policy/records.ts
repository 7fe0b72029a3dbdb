// What verbs give out.
import type { PolicyRow } from './queries.ts'

/** What a firm decides about texting. Texts are templates, as stored. */
export interface TextingPolicy {
  /** Whether a client must have agreed before a text; who opted out is never texted. */
  readonly isConsentRequired: boolean
  /** Null: the firm does not collect consent. */
  readonly consentRequestText: string | null
  readonly helpText: string
  readonly stopConfirmationText: string
}

export interface PolicyVersion extends TextingPolicy {
  readonly version: number
  readonly decidedBy: string
  readonly decidedAt: Date
}

export const policyOf = (row: PolicyRow): PolicyVersion => ({
  version: row.version,
  isConsentRequired: row.consent_required,
  consentRequestText: row.consent_request_text,
  helpText: row.help_text,
  stopConfirmationText: row.stop_confirmation_text,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
})

/** What holds for one advisor: the rule of the firm, or another. */
export const consentRules = ['required', 'not-required', 'as-firm'] as const
export type ConsentRule = (typeof consentRules)[number]

/** Undefined: there is no exception. */
export function consentRuleOf(exception: { readonly consent_required: boolean } | undefined): ConsentRule {
  if (!exception) return 'as-firm'
  return exception.consent_required ? 'required' : 'not-required'
}
