import type { MessageRequest } from '@parley/contract'
import { dateMissing, dateOutOfReach, notScheduled } from './errors.ts'
import type { Frequency } from './recurrence.ts'

export interface RequestedSchedule {
  readonly startsAt: Date
  readonly frequency: Frequency
}

/** The requested send time, or undefined for now. A date without the schedule flag is invalid. */
export function requestedSchedule(body: MessageRequest): RequestedSchedule | undefined {
  const { scheduleDelivery, deliveryDate, frequency } = body
  if (!scheduleDelivery) {
    if (deliveryDate !== undefined) throw notScheduled('/deliveryDate')
    if (frequency !== undefined) throw notScheduled('/frequency')
    return undefined
  }
  if (deliveryDate === undefined) throw dateMissing()
  return { startsAt: new Date(deliveryDate), frequency: (frequency ?? 0) as Frequency }
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Compares with the database clock. */
export function refuseOutOfReach(startsAt: Date, now: Date): void {
  const aheadMs = startsAt.getTime() - now.getTime()
  if (aheadMs < minuteMs || aheadMs > 366 * dayMs) throw dateOutOfReach()
}
