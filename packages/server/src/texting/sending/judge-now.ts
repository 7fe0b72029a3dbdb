import type { ConsentState, TextingAccount } from '../../consent/index.ts'
import { decideSend } from './decide-send.ts'
import { type RefusalCode, reasonOf } from './refusal.ts'

export type Verdict =
  | { readonly canSend: true }
  | { readonly canSend: false; readonly code: RefusalCode; readonly reason: string }

/** What a send would decide now. The real send decides again under the member's lock. */
export function judgeNow(
  account: Pick<TextingAccount, 'isConsentRequired' | 'number' | 'isActive'>,
  { phone, consent }: { readonly phone: string; readonly consent: ConsentState },
): Verdict {
  const decision = decideSend({
    consent,
    isConsentRequired: account.isConsentRequired,
    hasTextingNumber: account.number !== null,
    isAccountActive: account.isActive,
    isWithdrawn: false,
    ...(account.number === phone && { isOwnNumber: true }),
  })
  if (decision.verdict === 'send') return { canSend: true }
  return { canSend: false, code: decision.code, reason: reasonOf(decision.code) }
}
