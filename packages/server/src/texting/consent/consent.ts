export type ConsentState = 'none' | 'pending' | 'accepted' | 'opted_out'

/** What can happen to a member's consent: a request that goes out, a reply, or an opt-out that reaches us another way. */
export type ConsentTrigger = 'request' | 'yes' | 'no' | 'stop' | 'start'

/** What the ledger calls it. */
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
 * Where a trigger leads. Undefined: nowhere, it is not about consent now. Only the recipient's own word opens the gate,
 * and every word that closes it is heard in every state.
 */
export function transitionOf(
  { state, hasAccepted }: Consent,
  trigger: ConsentTrigger,
): Transition | undefined {
  const to = (event: ConsentEvent, after: ConsentState): Transition => ({ event, before: state, after })
  switch (trigger) {
    case 'request':
      // Asking again while the answer is open is another entry in the ledger and the same state.
      return state === 'none' || state === 'pending' ? to('requested', 'pending') : undefined
    case 'yes':
      // "Yes" to a question of the advisor's is an ordinary reply.
      return state === 'pending' ? to('accepted', 'accepted') : undefined
    case 'no':
      return state === 'pending' ? to('declined', 'pending') : undefined
    case 'stop':
      return state === 'opted_out' ? undefined : to('revoked', 'opted_out')
    case 'start':
      if (state === 'pending') return to('accepted', 'accepted')
      if (state === 'opted_out') return to('restored', hasAccepted ? 'accepted' : 'none')
      return undefined
  }
}

/** What partners see: opted out reads none, with a mark of its own. */
export function shownState(state: ConsentState): 'none' | 'pending' | 'accepted' {
  return state === 'opted_out' ? 'none' : state
}
