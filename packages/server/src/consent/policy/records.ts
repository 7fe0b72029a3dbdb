// Records that the public functions return.
import type { AskingRules } from '../decide-ask.ts'

/** A firm's decisions about texting. Texts are templates, as stored. */
export interface TextingPolicy extends AskingRules {
  /** Whether a client must have accepted before a text. Opted-out clients are never texted. */
  readonly isConsentRequired: boolean
  /** Null if the firm does not collect consent. */
  readonly consentRequestText: string | null
  readonly helpText: string
  readonly stopConfirmationText: string
  readonly optInConfirmationText: string
}

export interface PolicyVersion extends TextingPolicy {
  readonly version: number
  readonly decidedBy: string
  readonly decidedAt: Date
}

/** The rule for one advisor: an exception, or the firm's own. */
export const consentRules = ['required', 'not-required', 'as-firm'] as const
export type ConsentRule = (typeof consentRules)[number]

/** Undefined means no exception. */
export function consentRuleOf(exception: { readonly isConsentRequired: boolean } | undefined): ConsentRule {
  if (!exception) return 'as-firm'
  return exception.isConsentRequired ? 'required' : 'not-required'
}
