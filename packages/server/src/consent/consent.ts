export type ConsentState = 'none' | 'pending' | 'declined' | 'accepted' | 'opted_out'

/** Events that can change a member's consent: a request sent, a reply, or an opt-out received by another channel. */
export type ConsentTrigger = 'request' | 'yes' | 'no' | 'stop' | 'start'

/** The event's name in the ledger. */
export type ConsentEvent = 'requested' | 'accepted' | 'declined' | 'revoked' | 'restored'

interface Consent {
  readonly state: ConsentState
  /** Whether the recipient has ever accepted. */
  readonly hasAccepted: boolean
}

export interface Transition {
  readonly event: ConsentEvent
  readonly before: ConsentState
  readonly after: ConsentState
}

/**
 * Returns the transition for a trigger, or undefined if it has no effect in this state. Only the recipient's own words
 * open the gate, and every word that closes it counts in every state.
 */
export function transitionOf(
  { state, hasAccepted }: Consent,
  trigger: ConsentTrigger,
): Transition | undefined {
  const to = (event: ConsentEvent, after: ConsentState): Transition => ({ event, before: state, after })
  switch (trigger) {
    case 'request':
      // Asking again while a request is open adds a ledger entry and keeps the state.
      return state === 'none' || isAsked(state) ? to('requested', 'pending') : undefined
    case 'yes':
      // Outside a consent request, "yes" just answers something the advisor asked.
      return isAsked(state) ? to('accepted', 'accepted') : undefined
    case 'no':
      // A second NO to the same request changes nothing.
      return state === 'pending' ? to('declined', 'declined') : undefined
    case 'stop':
      return state === 'opted_out' ? undefined : to('revoked', 'opted_out')
    case 'start':
      if (isAsked(state)) return to('accepted', 'accepted')
      if (state === 'opted_out') return to('restored', hasAccepted ? 'accepted' : 'none')
      return undefined
  }
}

/** Asked but not accepted. Recipients who declined can still change their mind and reply YES. */
export const isAsked = (state: ConsentState): boolean => state === 'pending' || state === 'declined'

/** Consent as partners see it: opted_out reads as none and declined as pending, each with its own flag. */
export function shownState(state: ConsentState): 'none' | 'pending' | 'accepted' {
  if (state === 'declined') return 'pending'
  return state === 'opted_out' ? 'none' : state
}
