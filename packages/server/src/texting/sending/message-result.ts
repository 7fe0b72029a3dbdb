import type { MessageResult } from '@parley/contract'
import { failuresOf } from './refusal.ts'
import type { SendOutcome } from './send-messages.ts'

/** The outcomes as the interface tells them. */
export function messageResultOf(outcomes: readonly SendOutcome[]): MessageResult {
  return {
    successes: outcomes.flatMap(outcome =>
      outcome.ending === 'accepted' ? [{ messageId: outcome.messageId, memberId: outcome.memberId }] : [],
    ),
    ...failuresOf(outcomes.flatMap(outcome => (outcome.ending === 'refused' ? [outcome.refusal] : []))),
  }
}
