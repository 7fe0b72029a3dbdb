import type { CarrierReason, LookedUp, Submission } from '../../carriers/index.ts'

/** The outcome of an attempt. */
export type Ending =
  | {
      readonly ending: 'submitted'
      readonly carrierMessageId: string
      /** Carrier ids of the other parts of a long text. */
      readonly partIds?: readonly string[]
    }
  | {
      readonly ending: 'failed'
      readonly reason: CarrierReason | 'no_answer'
      /** In the carrier's own terms. */
      readonly words?: string
      readonly isDeadLetter: boolean
    }
  /** It is unknown whether the carrier took the text, so it is not retried: a receipt or an operator settles it. */
  | { readonly ending: 'unconfirmed' }
  /**
   * Written but not answered. It stays claimed, so the member's next text waits: the carrier may still read this one,
   * and would then receive the two in the wrong order.
   */
  | { readonly ending: 'doubtful'; readonly heldMs: number }
  | {
      readonly ending: 'waiting'
      /** Null if due as soon as its lane may send. */
      readonly dueInMs: number | null
      /** False if the carrier had no chance to take it, so the attempt does not count. */
      readonly isCounted: boolean
      /** How long the carrier asked us to pause this number. */
      readonly pauseLaneMs?: number
    }

const attemptsMax = 6

/** `doubtMs` is how long an unanswered text stays claimed before recovery settles it. */
export function endingOf(submission: Submission, attempts: number, doubtMs: number): Ending {
  switch (submission.status) {
    case 'accepted': {
      const { carrierMessageId, partIds } = submission
      return { ending: 'submitted', carrierMessageId, ...(partIds && { partIds }) }
    }
    case 'rejected':
      return submission.permanent ? failedBy(submission, false) : tryAgain(attempts, submission)
    case 'throttled':
      return { ending: 'waiting', dueInMs: null, isCounted: false, pauseLaneMs: submission.retryAfterMs }
    case 'unsent':
      return { ending: 'waiting', dueInMs: null, isCounted: false }
    case 'unknown':
      return { ending: 'doubtful', heldMs: doubtMs }
  }
}

/** The same for a text whose worker is gone. */
export function endingOfLookUp(found: LookedUp, attempts: number): Ending {
  if (found.status === 'taken') return { ending: 'submitted', carrierMessageId: found.carrierMessageId }
  return attempts >= attemptsMax
    ? { ending: 'failed', reason: 'no_answer', isDeadLetter: true }
    : { ending: 'waiting', dueInMs: null, isCounted: true }
}

type Rejection = Extract<Submission, { status: 'rejected' }>

const failedBy = ({ reason, words }: Rejection, isDeadLetter: boolean): Ending => ({
  ending: 'failed',
  reason,
  ...(words !== undefined && { words }),
  isDeadLetter,
})

function tryAgain(attempts: number, rejection: Rejection): Ending {
  return attempts >= attemptsMax
    ? failedBy(rejection, true)
    : { ending: 'waiting', dueInMs: backOffMs(attempts), isCounted: true }
}

/**
 * Exponential backoff: 1, 2, 4, 8 and 16 s plus up to a quarter jitter, so that texts that failed together do not retry
 * together.
 */
const backOffMs = (attempts: number): number => 1_000 * 2 ** (attempts - 1) * (1 + Math.random() / 4)
