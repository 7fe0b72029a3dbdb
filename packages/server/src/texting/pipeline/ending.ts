import type { LookedUp, Submission } from '../../carriers/index.ts'

/** What becomes of a text after an attempt. */
export type Ending =
  | {
      readonly ending: 'submitted'
      readonly carrierMessageId: string
      /** Of the other parts of a long text. */
      readonly partIds?: readonly string[]
    }
  | { readonly ending: 'failed'; readonly reason: string; readonly isDeadLetter: boolean }
  /** Nobody can tell whether the carrier took it, so it is not tried again: a receipt or a person settles it. */
  | { readonly ending: 'unconfirmed' }
  /** The carrier can tell later whether it took it. */
  | { readonly ending: 'doubtful' }
  | {
      readonly ending: 'waiting'
      /** Null: as soon as its lane may send. */
      readonly dueInMs: number | null
      /** False: the carrier had no chance to take it, so it has as many attempts left as before. */
      readonly isCounted: boolean
      /** How long the carrier wants nothing from the number. */
      readonly pauseLaneMs?: number
    }

const attemptsMax = 6

export function endingOf(submission: Submission, attempts: number, canLookUp: boolean): Ending {
  switch (submission.status) {
    case 'accepted': {
      const { carrierMessageId, partIds } = submission
      return { ending: 'submitted', carrierMessageId, ...(partIds && { partIds }) }
    }
    case 'rejected':
      if (submission.permanent) return { ending: 'failed', reason: submission.reason, isDeadLetter: false }
      return tryAgain(attempts, submission.reason)
    case 'throttled':
      return { ending: 'waiting', dueInMs: null, isCounted: false, pauseLaneMs: submission.retryAfterMs }
    case 'unsent':
      return { ending: 'waiting', dueInMs: null, isCounted: false }
    case 'unknown':
      return { ending: canLookUp ? 'doubtful' : 'unconfirmed' }
  }
}

/** The same for a text whose worker is gone. */
export function endingOfLookUp(found: LookedUp, attempts: number): Ending {
  if (found.status === 'taken') return { ending: 'submitted', carrierMessageId: found.carrierMessageId }
  return attempts >= attemptsMax
    ? { ending: 'failed', reason: 'no_answer', isDeadLetter: true }
    : { ending: 'waiting', dueInMs: null, isCounted: true }
}

function tryAgain(attempts: number, reason: string): Ending {
  return attempts >= attemptsMax
    ? { ending: 'failed', reason, isDeadLetter: true }
    : { ending: 'waiting', dueInMs: backOffMs(attempts), isCounted: true }
}

/** 1, 2, 4, 8 and 16 s after each attempt, up to a quarter more, so that what failed together does not return together. */
const backOffMs = (attempts: number): number => 1_000 * 2 ** (attempts - 1) * (1 + Math.random() / 4)
