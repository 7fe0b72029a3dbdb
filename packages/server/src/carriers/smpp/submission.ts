import { statuses } from '../../platform/smpp/codec/statuses.ts'
import type { CarrierReason, Submission } from '../carrier.ts'

type Verdict =
  | { readonly verdict: 'taken' }
  | { readonly verdict: 'throttled' }
  /** The bind is in the wrong state; the text was not processed. */
  | { readonly verdict: 'not bound' }
  | { readonly verdict: 'rejected'; readonly submission: Submission }

const invalidDestinationTon = 0x50
const invalidDestinationNpi = 0x51

/**
 * What a response status means for the text. Only errors of this text or its recipient are final: errors of the account or its
 * settings end as a dead letter, which can be sent after they are fixed.
 */
export function verdictOn(status: number, optedOutStatuses: readonly number[]): Verdict {
  const rejected = (reason: CarrierReason, permanent: boolean): Verdict => ({
    verdict: 'rejected',
    submission: {
      status: 'rejected',
      reason,
      words: `status 0x${status.toString(16).padStart(8, '0')}`,
      permanent,
    },
  })
  if (optedOutStatuses.includes(status)) return rejected('opted_out', true)
  switch (status) {
    case statuses.ok:
      return { verdict: 'taken' }
    case statuses.throttled:
    case statuses.queueFull:
      return { verdict: 'throttled' }
    case statuses.wrongBindState:
      return { verdict: 'not bound' }
    case statuses.invalidDestination:
    case invalidDestinationTon:
    case invalidDestinationNpi:
      return rejected('invalid_recipient', true)
    case statuses.invalidMessageLength:
      return rejected('content', true)
    case statuses.permanentFailure:
    case statuses.rejected:
      return rejected('blocked', true)
    default:
      return rejected('other', false)
  }
}
