import type { FirmPolicySettings, FirmPolicyVersion } from '@parley/contract'
import type { PolicyVersion, TextingPolicy } from '../../consent/index.ts'

export const shownSettings = (policy: TextingPolicy): FirmPolicySettings => ({
  isConsentRequired: policy.isConsentRequired,
  consentRequestText: policy.consentRequestText,
  helpText: policy.helpText,
  stopConfirmationText: policy.stopConfirmationText,
  optInConfirmationText: policy.optInConfirmationText,
  askAgainAfterHours: policy.askAgainAfterHours,
  askAgainAfterNoDays: policy.askAgainAfterNoDays,
  declinesMost: policy.declinesMost,
})

export const shownVersion = (policy: PolicyVersion): FirmPolicyVersion => ({
  version: policy.version,
  ...shownSettings(policy),
  decidedBy: policy.decidedBy,
  dateTimeDecided: policy.decidedAt.toISOString(),
})
