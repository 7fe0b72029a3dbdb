import type { Author } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'

type ScheduleAction = 'hold' | 'cancel' | 'move'

/** A contact whose number was removed or changed. */
export interface PhoneChange {
  readonly contactId: number
  readonly before: string
  /** Null if it no longer has a number. */
  readonly after: string | null
  /** The member for the new number. */
  readonly memberId: number | null
  /** What the caller chose for scheduled texts to the old number; undefined if nothing. */
  readonly scheduledMessages: ScheduleAction | undefined
}

export interface FollowedSchedule {
  readonly scheduleId: number
  readonly action: ScheduleAction
}

/**
 * Runs in the same transaction when contacts lose numbers. Scheduled texts depend on numbers, but the address book must
 * not import texting, so the server passes this in when it wires the parts.
 */
export type FollowPhones = (
  tx: Tx,
  author: Author,
  changes: readonly PhoneChange[],
) => Promise<FollowedSchedule[]>
