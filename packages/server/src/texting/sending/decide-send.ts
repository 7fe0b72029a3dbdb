import type { ConsentState } from '../consent/consent.ts'

/** Everything that a decision may rest on. It is journalled with the decision. */
export interface SendFacts {
  readonly consent: ConsentState
  readonly isConsentRequired: boolean
  readonly hasTextingNumber: boolean
  /** Neither the advisor nor the firm is switched off. */
  readonly isAccountActive: boolean
  /** The application behind the text has been switched off, or its authorization taken back. */
  readonly isWithdrawn: boolean
}

export type RefusalCode =
  | 'consent_required'
  | 'consent_pending'
  | 'opted_out'
  | 'no_texting_number'
  | 'blocked_by_policy'
  | 'carrier_rejected'

export type SendDecision =
  | { readonly verdict: 'send'; readonly rule: 'recipient accepted' | 'consent is not required' }
  | { readonly verdict: 'refuse'; readonly rule: string; readonly code: RefusalCode }

/** Whether a text may go to a recipient, and by which rule. The first rule that speaks decides. */
export function decideSend(facts: SendFacts): SendDecision {
  const { consent, isConsentRequired, hasTextingNumber, isAccountActive, isWithdrawn } = facts
  const refuse = (code: RefusalCode, rule: string): SendDecision => ({ verdict: 'refuse', rule, code })
  if (consent === 'opted_out') return refuse('opted_out', 'opted out is never texted')
  if (!isAccountActive) return refuse('blocked_by_policy', 'an account that is switched off sends nothing')
  if (isWithdrawn) return refuse('blocked_by_policy', 'the application may no longer text for the advisor')
  if (!hasTextingNumber) return refuse('no_texting_number', 'a text needs a number to leave from')
  if (consent === 'accepted') return { verdict: 'send', rule: 'recipient accepted' }
  if (!isConsentRequired) return { verdict: 'send', rule: 'consent is not required' }
  return consent === 'pending'
    ? refuse('consent_pending', 'consent was asked for and is not given')
    : refuse('consent_required', 'consent is required and was not asked for')
}
