import type { ConsentState } from './consent.ts'

/** The request history on a member's row. */
export interface Asking {
  readonly consent: ConsentState
  /** Time of the latest request. */
  readonly askedAt: Date | null
  /** Time of the latest NO. */
  readonly declinedAt: Date | null
  /** Requests answered NO since the recipient last accepted or opted back in. */
  readonly declines: number
}

/** How soon and how often a firm may ask the same recipient. */
export interface AskingRules {
  /** Wait after an unanswered request. 0 by default: the partner interface leaves it to callers. */
  readonly askAgainAfterHours: number
  /** Wait after a NO, and after each later request that went unanswered. */
  readonly askAgainAfterNoDays: number
  /** After this many requests answered NO, the recipient is never asked again. */
  readonly declinesMost: number
}

export interface AskRefusal {
  readonly code: 'asked_recently' | 'consent_declined'
  /** Null means never. */
  readonly mayAskAt: Date | null
}

const hourMs = 3_600_000
/** Callers that ask at the same time do not see each other's requests. */
const sameRequestMs = 10_000

/** Whether a request now is the same as the open one: it succeeds, and no second text is sent. */
export const isSameRequest = ({ consent, askedAt }: Asking, at: Date): boolean =>
  consent === 'pending' && askedAt !== null && at.getTime() - askedAt.getTime() < sameRequestMs

/** Returns why the recipient cannot be asked for consent at this moment, or undefined if earlier requests allow it. */
export function decideAsk(asking: Asking, rules: AskingRules, at: Date): AskRefusal | undefined {
  const { consent, askedAt, declinedAt, declines } = asking
  if (consent !== 'pending' && consent !== 'declined') return undefined
  if (declines >= rules.declinesMost) return { code: 'consent_declined', mayAskAt: null }
  const sinceMs = Math.max(askedAt?.getTime() ?? 0, declinedAt?.getTime() ?? 0)
  // After one NO, unanswered requests use the longer wait too.
  const hours = declines > 0 ? 24 * rules.askAgainAfterNoDays : rules.askAgainAfterHours
  const mayAskAtMs = sinceMs + hourMs * hours
  if (mayAskAtMs <= at.getTime()) return undefined
  return {
    code: consent === 'declined' ? 'consent_declined' : 'asked_recently',
    mayAskAt: new Date(mayAskAtMs),
  }
}
