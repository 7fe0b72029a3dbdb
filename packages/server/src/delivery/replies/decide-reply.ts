import {
  type ConsentState,
  type ConsentTrigger,
  isAsked,
  type Reply,
  type Transition,
  transitionOf,
} from '../../consent/index.ts'

interface Situation {
  readonly consent: ConsentState
  readonly hasAccepted: boolean
  readonly isGuided: boolean
  /** The newest STOP and START received so far, by the carrier's clock. */
  readonly stoppedAt: Date | null
  readonly startedAt: Date | null
  /** If a request is open, when it was sent. */
  readonly consentChangedAt: Date | null
  /** Current time. */
  readonly at: Date
  /** The delivering carrier is not one this number is routed through: its replies may close the gate, not open it. */
  readonly isForeign: boolean
}

/** Automatic texts. */
export type AutomaticText = 'stop_confirmation' | 'opt_in_confirmation' | 'help' | 'guidance'

export interface ReplyDecision {
  readonly transition: Transition | undefined
  readonly answer: AutomaticText | undefined
  /** Why a recognized word changed nothing. */
  readonly ignored:
    | 'older than a START'
    | 'not newer than the STOP'
    | 'older than the request'
    | 'from another carrier'
    | undefined
}

/** Allowed clock skew between the carrier and us; some carriers report whole seconds only. */
export const clocksDifferMs = 60_000

/**
 * Decides the effect of a reply. STOP and START may arrive out of order: the one sent later wins, and STOP wins if that
 * is unclear, because a START dated in the future would outrank every STOP until then. A reply sent before the request
 * is not consent to it.
 */
export function decideReply(situation: Situation, reply: Reply, sentAt: Date): ReplyDecision {
  const { consent: state, hasAccepted, isGuided, stoppedAt, startedAt, consentChangedAt, at } = situation
  const opens = reply.kind === 'yes' || reply.kind === 'start'
  const ignored = (why: ReplyDecision['ignored']): ReplyDecision => ({
    transition: undefined,
    answer: undefined,
    ignored: why,
  })
  if (opens && situation.isForeign) return ignored('from another carrier')
  if (reply.kind === 'stop' && startedAt && sentAt < startedAt && startedAt <= at) {
    return ignored('older than a START')
  }
  if (reply.kind === 'start' && stoppedAt && sentAt <= stoppedAt) return ignored('not newer than the STOP')
  const mayAccept = isAsked(state) && opens
  if (mayAccept && consentChangedAt && sentAt.getTime() < consentChangedAt.getTime() - clocksDifferMs) {
    return ignored('older than the request')
  }
  const trigger = triggers[reply.kind]
  const transition = trigger && transitionOf({ state, hasAccepted }, trigger)
  return { transition, answer: answerTo(), ignored: undefined }

  function answerTo(): AutomaticText | undefined {
    if (reply.kind === 'help') return 'help'
    // Sent exactly once: a second STOP finds the gate closed and changes nothing.
    if (transition?.event === 'revoked') return 'stop_confirmation'
    // Only for words that open the gate: a START that restores no consent agrees to nothing.
    if (transition?.after === 'accepted') return 'opt_in_confirmation'
    return state === 'pending' && !transition && !isGuided ? 'guidance' : undefined
  }
}

const triggers: Record<Reply['kind'], ConsentTrigger | undefined> = {
  stop: 'stop',
  start: 'start',
  yes: 'yes',
  no: 'no',
  help: undefined,
  other: undefined,
}
