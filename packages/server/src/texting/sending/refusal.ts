import type { AskRefusal } from '../../consent/index.ts'

export type RefusalCode =
  | 'consent_required'
  | 'consent_pending'
  | 'consent_declined'
  | 'asked_recently'
  | 'opted_out'
  | 'no_texting_number'
  | 'blocked_by_policy'

/** Why one recipient was refused. */
export interface Refusal {
  readonly phone: string
  readonly memberId: number
  readonly code: RefusalCode
  readonly reason: string
  /** Whether the same send may succeed later without any change on our side. */
  readonly retryable: boolean
  /** Only for consent requests: when the recipient may be asked again, in Unix milliseconds; null means never. */
  readonly mayAskAt?: number | null
}

const reasons: Record<RefusalCode, string> = {
  consent_required: 'has not consented to receive texts',
  consent_pending: 'has been asked for consent and has not accepted',
  consent_declined: 'has declined to receive texts',
  asked_recently: 'was asked for consent recently and has not answered',
  opted_out: 'has opted out of texts',
  no_texting_number: 'cannot be texted because the advisor has no texting number',
  blocked_by_policy: 'may not be texted under the firm’s policy',
}

/** A phrase to follow the recipient's number or name. */
export const reasonOf = (code: RefusalCode): string => reasons[code]

/** `rule` is the deciding rule of a policy. */
export const refusalOf = (phone: string, memberId: number, code: RefusalCode, rule?: string): Refusal => ({
  phone,
  memberId,
  code,
  reason: code === 'blocked_by_policy' && rule !== undefined ? `may not be texted: ${rule}` : reasons[code],
  // A pending recipient may reply at any moment.
  retryable: code === 'consent_pending',
})

/** The refusal to ask a recipient again, with the time from which asking is allowed. */
export const askRefusalOf = (phone: string, memberId: number, { code, mayAskAt }: AskRefusal): Refusal => ({
  ...refusalOf(phone, memberId, code),
  retryable: mayAskAt !== null,
  mayAskAt: mayAskAt === null ? null : mayAskAt.getTime(),
})

/** Refusals as the API returns them: a sentence that starts with the number, and the same for programs. */
export function failuresOf(refusals: readonly Refusal[]): {
  failures: string[]
  failureDetails: Refusal[]
} {
  return {
    failures: refusals.map(({ phone, reason }) => `${phone}: ${reason}`),
    failureDetails: refusals.map(refusal => ({ ...refusal })),
  }
}
