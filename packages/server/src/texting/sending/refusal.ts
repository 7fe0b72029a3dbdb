import type { RefusalCode } from './decide-send.ts'

/** Why one recipient was refused. */
export interface Refusal {
  readonly phone: string
  readonly memberId: number
  readonly code: RefusalCode
  readonly reason: string
  /** Whether the same send may succeed later without anybody changing anything here. */
  readonly retryable: boolean
}

const reasons: Record<RefusalCode, string> = {
  consent_required: 'has not consented to receive texts',
  consent_pending: 'has been asked for consent and has not accepted',
  opted_out: 'has opted out of texts',
  no_texting_number: 'cannot be texted because the advisor has no texting number',
  blocked_by_policy: 'may not be texted under the firm’s policy',
  carrier_rejected: 'was rejected by the carrier',
}

/** In words that go with the recipient's number or name. */
export const reasonOf = (code: RefusalCode): string => reasons[code]

export const refusalOf = (phone: string, memberId: number, code: RefusalCode): Refusal => ({
  phone,
  memberId,
  code,
  reason: reasons[code],
  // A pending recipient may answer at any moment.
  retryable: code === 'consent_pending',
})

/** The refusals as the interface tells them: a sentence for people that starts with the number, and the same for programs. */
export function failuresOf(refusals: readonly Refusal[]): {
  failures: string[]
  failureDetails: Refusal[]
} {
  return {
    failures: refusals.map(({ phone, reason }) => `${phone}: ${reason}`),
    failureDetails: refusals.map(refusal => ({ ...refusal })),
  }
}
