import { type ConsentState, type ConsentTrigger, type Transition, transitionOf } from '../consent/consent.ts'
import type { Reply } from '../replies/classify-reply.ts'

interface Situation {
  readonly consent: ConsentState
  readonly hasAccepted: boolean
  readonly isGuided: boolean
  /** The newest STOP and START heard so far, by the carrier's clock. */
  readonly stoppedAt: Date | null
  readonly startedAt: Date | null
  /** Where a request is open: since when. */
  readonly consentChangedAt: Date | null
  /** Now. */
  readonly at: Date
}

/** What is sent back by itself. */
export type AutomaticText = 'stop_confirmation' | 'help' | 'guidance'

export interface ReplyDecision {
  readonly transition: Transition | undefined
  readonly answer: AutomaticText | undefined
  /** Why a word that was heard changes nothing. */
  readonly ignored: 'older than a START' | 'not newer than the STOP' | 'older than the request' | undefined
}

/** By so much the carrier's clock may differ from ours, and it may tell whole seconds only. */
const clocksDifferMs = 60_000

/**
 * What a reply does. STOP and START may arrive in another order than they were sent: the one sent later holds, and where
 * that cannot be told, the STOP: a START that is dated in the future would be later than every STOP until then. Nobody
 * agrees to what was not yet asked.
 */
export function decideReply(situation: Situation, reply: Reply, sentAt: Date): ReplyDecision {
  const { consent: state, hasAccepted, isGuided, stoppedAt, startedAt, consentChangedAt, at } = situation
  const ignored = (why: ReplyDecision['ignored']): ReplyDecision => ({
    transition: undefined,
    answer: undefined,
    ignored: why,
  })
  if (reply.kind === 'stop' && startedAt && sentAt < startedAt && startedAt <= at) {
    return ignored('older than a START')
  }
  if (reply.kind === 'start' && stoppedAt && sentAt <= stoppedAt) return ignored('not newer than the STOP')
  const mayAccept = state === 'pending' && (reply.kind === 'yes' || reply.kind === 'start')
  if (mayAccept && consentChangedAt && sentAt.getTime() < consentChangedAt.getTime() - clocksDifferMs) {
    return ignored('older than the request')
  }
  const trigger = triggers[reply.kind]
  const transition = trigger && transitionOf({ state, hasAccepted }, trigger)
  return { transition, answer: answerTo(), ignored: undefined }

  function answerTo(): AutomaticText | undefined {
    if (reply.kind === 'help') return 'help'
    // Exactly one: a second STOP finds the gate closed and changes nothing.
    if (transition?.event === 'revoked') return 'stop_confirmation'
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
