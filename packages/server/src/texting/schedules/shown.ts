// Scheduled texts as the API returns them.
import type { ScheduledMessage, ScheduledMessageDetail } from '@parley/contract'
import type { FiringRow, ShownSchedule } from './queries.ts'

export function scheduledMessageOf(schedule: ShownSchedule): ScheduledMessage {
  const { scheduleId, memberId, phone, text, status, startsAt, nextAt, frequency, timeZone } = schedule
  const { endReason, holdReason } = schedule
  return {
    scheduleId,
    memberId,
    phone,
    text,
    status,
    ...(endReason === null ? {} : { endReason }),
    ...(holdReason === null ? {} : { holdReason }),
    ...(schedule.isOptedOut ? { optedOut: true } : {}),
    deliveryDate: startsAt.getTime(),
    ...(nextAt === null ? {} : { nextDeliveryDate: nextAt.getTime() }),
    frequency,
    timeZone,
    dateTimeCreated: schedule.createdAt.toISOString(),
    dateTimeModified: schedule.modifiedAt.toISOString(),
  }
}

export const firingOf = (firing: FiringRow): ScheduledMessageDetail['firings'][number] => ({
  deliveryDate: Date.parse(firing.dueAt),
  dateTimeFired: new Date(firing.firedAt).toISOString(),
  outcome: firing.outcome,
  ...(firing.code === null ? {} : { code: firing.code }),
  ...(firing.messageId === null ? {} : { messageId: firing.messageId }),
})
