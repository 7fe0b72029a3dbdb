import type { MessageResult } from '@parley/contract'
import type * as journal from '../../journal/index.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import { failuresOf, type Refusal } from './refusal.ts'

/** One text to one or more distinct recipients. */
export interface Send {
  readonly author: journal.Author
  readonly phones: readonly string[]
  readonly text: string
  /** Journal details of the schedule it belongs to. */
  readonly schedule?: JsonObject
  /** The application that scheduled it. */
  readonly scheduledBy?: number | null
  /**
   * The application lost its permission after scheduling. An immediate request was just authorized, so it is never
   * withdrawn.
   */
  readonly isWithdrawn?: boolean
}

/** The outcome for one recipient. */
export type SendOutcome =
  | {
      readonly ending: 'accepted'
      readonly messageId: number
      readonly memberId: number
      readonly phone: string
    }
  | { readonly ending: 'refused'; readonly refusal: Refusal }

/** The outcomes of one send, as the API returns them. */
export function messageResultOf(outcomes: readonly SendOutcome[]): MessageResult {
  return {
    successes: outcomes.flatMap(outcome => {
      if (outcome.ending !== 'accepted') return []
      const { messageId, memberId, phone } = outcome
      return [{ messageId, memberId, phone }]
    }),
    ...failuresOf(outcomes.flatMap(outcome => (outcome.ending === 'refused' ? [outcome.refusal] : []))),
  }
}
