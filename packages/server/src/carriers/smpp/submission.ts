import type { Submission } from '../carrier.ts'
import { statuses } from './codec/statuses.ts'

type Verdict =
  | { readonly verdict: 'taken' }
  | { readonly verdict: 'throttled' }
  /** The bind is not what it should be; the text was not looked at. */
  | { readonly verdict: 'not bound' }
  | { readonly verdict: 'rejected'; readonly submission: Submission }

const rejected = (
  reason: Extract<Submission, { status: 'rejected' }>['reason'],
  permanent: boolean,
): Verdict => ({ verdict: 'rejected', submission: { status: 'rejected', reason, permanent } })

const invalidDestinationTon = 0x50
const invalidDestinationNpi = 0x51

/**
 * What an answer's status means for the text. Only what is wrong with this text or its recipient is final: what may be
 * wrong with the account or the settings ends as a dead letter, which can be sent when that is mended.
 */
export function verdictOn(status: number, optedOutStatuses: readonly number[]): Verdict {
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
