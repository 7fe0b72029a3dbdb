import type { MessageResult } from '@parley/contract'
import type { Database } from '../platform/db/pool.ts'
import type { RequestedSchedule } from './schedules/requested-schedule.ts'
import { scheduleMessages } from './schedules/schedule-messages.ts'
import type { SendRequest } from './sending/accept-sends.ts'
import type { SendTexts } from './sending/batch-sends.ts'

export interface TextingParts {
  readonly database: Database
  /** One per process: partners and the app share its batches. */
  readonly sendTexts: SendTexts
}

/** Sends now if there is no schedule. */
export function sendOrSchedule(
  { database, sendTexts }: TextingParts,
  { send, idempotency }: SendRequest,
  schedule: RequestedSchedule | undefined,
): Promise<MessageResult> {
  return schedule ? scheduleMessages(database, send, schedule, idempotency) : sendTexts({ send, idempotency })
}
