import type { ConsentState } from '../../consent/index.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { RefusalCode } from './refusal.ts'
import type { Recipient } from './resolve-recipients.ts'

/** The facts behind a decision. They are journalled with it. */
export interface SendFacts {
  readonly consent: ConsentState
  readonly isConsentRequired: boolean
  readonly hasTextingNumber: boolean
  /** True only if both advisor and firm are active. */
  readonly isAccountActive: boolean
  /** The application behind the text was disabled or its authorization revoked. */
  readonly isWithdrawn: boolean
  /** Only present if true, because the facts of every text are kept. */
  readonly isOwnNumber?: true
}

export type SendDecision =
  | { readonly verdict: 'send'; readonly rule: 'recipient accepted' | 'consent is not required' }
  | { readonly verdict: 'refuse'; readonly rule: string; readonly code: RefusalCode }

/** A number that texts itself would answer its own keywords. */
export const ownNumberRule = 'an advisor’s number does not text itself'

/** Decides whether a text may go to a recipient. The first matching rule wins. */
export function decideSend(facts: SendFacts): SendDecision {
  const { consent, isConsentRequired, hasTextingNumber, isAccountActive, isWithdrawn, isOwnNumber } = facts
  const refuse = (code: RefusalCode, rule: string): SendDecision => ({ verdict: 'refuse', rule, code })
  if (consent === 'opted_out') return refuse('opted_out', 'opted out is never texted')
  if (!isAccountActive) return refuse('blocked_by_policy', 'an account that is switched off sends nothing')
  if (isWithdrawn) return refuse('blocked_by_policy', 'the application may no longer text for the advisor')
  if (isOwnNumber) return refuse('blocked_by_policy', ownNumberRule)
  if (!hasTextingNumber) return refuse('no_texting_number', 'a text needs a number to leave from')
  if (consent === 'accepted') return { verdict: 'send', rule: 'recipient accepted' }
  // Even if consent is not required: the recipient was asked and said NO.
  if (consent === 'declined') return refuse('consent_declined', 'consent was asked for and declined')
  if (!isConsentRequired) return { verdict: 'send', rule: 'consent is not required' }
  return consent === 'pending'
    ? refuse('consent_pending', 'consent was asked for and is not given')
    : refuse('consent_required', 'consent is required and was not asked for')
}

export interface Decided extends Recipient {
  readonly facts: SendFacts
  readonly decision: SendDecision
}

/** Decides for one recipient. The member is locked, so the decision holds until the transaction ends. */
export function decideRecipient({ send, account, member }: Recipient): Decided {
  const facts: SendFacts = {
    consent: member.consent,
    hasTextingNumber: account.number !== null,
    isAccountActive: account.isActive,
    isConsentRequired: account.isConsentRequired,
    isWithdrawn: send.isWithdrawn ?? false,
    ...(account.number === member.phone && { isOwnNumber: true }),
  }
  return { send, account, member, facts, decision: decideSend(facts) }
}

/** The deciding rule and its facts, for the journal. */
export const policyOf = ({ account, facts, decision }: Decided): JsonObject => ({
  facts: { ...facts },
  rule: decision.rule,
  version: account.policyVersion,
})
