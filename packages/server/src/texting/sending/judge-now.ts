import type { ConsentState } from '../consent/consent.ts'
import type { TextingAccount } from '../policy/find-texting-accounts.ts'
import { decideSend, type RefusalCode } from './decide-send.ts'
import { reasonOf } from './refusal.ts'

export type Verdict =
  | { readonly canSend: true }
  | { readonly canSend: false; readonly code: RefusalCode; readonly reason: string }

/** What a send would decide at this moment. A send decides anew, under the member's lock. */
export function judgeNow(
  account: Pick<TextingAccount, 'isConsentRequired' | 'number' | 'isActive'>,
  consent: ConsentState,
): Verdict {
  const decision = decideSend({
    consent,
    isConsentRequired: account.isConsentRequired,
    hasTextingNumber: account.number !== null,
    isAccountActive: account.isActive,
    isWithdrawn: false,
  })
  if (decision.verdict === 'send') return { canSend: true }
  return { canSend: false, code: decision.code, reason: reasonOf(decision.code) }
}
