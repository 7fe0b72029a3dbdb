// Who may be texted: consent, firm policy, and the meaning of replies. The rest of the server imports consent only
// through this file.
export {
  type ConsentEvent,
  type ConsentState,
  type ConsentTrigger,
  isAsked,
  shownState,
  type Transition,
  transitionOf,
} from './consent.ts'
export { type Asking, type AskingRules, type AskRefusal, decideAsk, isSameRequest } from './decide-ask.ts'
export { ensureMembers } from './ensure-members.ts'
export { findConsents } from './find-consents.ts'
export { getConsent } from './get-consent.ts'
export { hasContact } from './has-contact.ts'
export { listConsentChanges } from './list-consent-changes.ts'
export { addMissing, lockKnownMembers, lockMember, lockMembers } from './lock-members.ts'
export { lookUpConsents } from './look-up-consents.ts'
export { optOut } from './opt-out.ts'
export { changeConsentException } from './policy/change-consent-exception.ts'
export { changeTextingPolicy } from './policy/change-texting-policy.ts'
export { findSendingAccounts, type SendingAccount } from './policy/find-sending-accounts.ts'
export {
  findTextingAccounts,
  requireTextingAccount,
  type TextingAccount,
} from './policy/find-texting-accounts.ts'
export { findTextingPolicy } from './policy/find-texting-policy.ts'
export { listConsentExceptions } from './policy/list-consent-exceptions.ts'
export { listTextingPolicies } from './policy/list-texting-policies.ts'
export {
  guidanceText,
  type Lint,
  lintHandoverNotice,
  lintPolicy,
  lintTexts,
} from './policy/policy-texts.ts'
export { type ConsentRule, consentRules, type PolicyVersion, type TextingPolicy } from './policy/records.ts'
export { renderText } from './policy/render-text.ts'
export { seedTextingPolicy } from './policy/seed-texting-policy.ts'
export {
  askingColumns,
  askingsOf,
  consentByMember,
  consentByPhone,
  countOptIns,
  type LockedMember,
  nextMessageId,
  noteConfirmation,
  noteHelp,
  noteReply,
} from './queries.ts'
export { recordConsent } from './record-consent.ts'
export { classifyReply, type Reply } from './replies/classify-reply.ts'
export { consentSince, shownAsking } from './shown-asking.ts'
export { shownConsent } from './shown-consent.ts'
