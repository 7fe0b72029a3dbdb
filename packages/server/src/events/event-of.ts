import {
  deliveryReasons,
  type EventType,
  eventOfKind,
  eventTypes,
  type JournalKind,
  type ParleyEvent,
} from '@parley/contract'
import { type ConsentState, shownState } from '../consent/index.ts'
import type { EventRow } from './queries.ts'

/** The event of an entry, as this application sees it. */
export function eventOf(row: EventRow, applicationId: number): ParleyEvent {
  const type = eventOfKind[row.kind as JournalKind] as EventType
  const { memberId, phone, traceId } = row
  return {
    id: eventIdOf(row.entryId),
    type,
    timestamp: row.occurredAt.toISOString(),
    advisor: row.advisor,
    sequence: row.seq,
    subject: { type: eventTypes[type].subject, id: row.subjectId },
    ...(hasConversation(type) &&
      memberId !== null &&
      phone !== null && { conversation: { memberId, phone } }),
    actor: {
      type: row.actorKind,
      self: row.actorApplicationId === applicationId,
      ...(row.actorPersonId !== null && { personId: row.actorPersonId }),
      ...(row.schedulerKind !== null && {
        scheduledBy: {
          type: row.schedulerKind,
          self: row.schedulerApplicationId === applicationId,
          ...(row.schedulerPersonId !== null && { personId: row.schedulerPersonId }),
        },
      }),
    },
    ...(traceId !== null && { traceId }),
    data: dataOf(type, row),
  } as ParleyEvent
}

const eventIdOf = (entryId: number): string => `evt_${entryId}`

export const entryIdOf = (eventId: string): number => Number(eventId.slice('evt_'.length))

const hasConversation = (type: EventType): boolean => eventTypes[type].scope === 'text.messaging.read'

function dataOf(type: EventType, row: EventRow): ParleyEvent['data'] {
  const { subjectId, scheduleId, reason } = row
  const ofSchedule = scheduleId === null ? {} : { scheduleId }
  switch (type) {
    case 'message.accepted':
      return { messageId: subjectId, kind: row.messageKind ?? 'text', ...ofSchedule } as ParleyEvent['data']
    case 'message.refused':
      return { code: row.code ?? 'blocked_by_policy', ...ofSchedule }
    case 'message.received':
      return { messageId: subjectId }
    case 'message.submitted':
    case 'message.delivered':
    case 'message.undelivered':
    case 'message.failed':
    case 'message.unconfirmed': {
      const isKnown = reason !== null && Object.hasOwn(deliveryReasons, reason)
      const status = type.slice('message.'.length)
      return { messageId: subjectId, status, ...(isKnown && { reason }) } as ParleyEvent['data']
    }
    case 'consent.requested':
    case 'consent.accepted':
    case 'consent.declined':
    case 'consent.opted_out':
    case 'consent.restored':
      return { memberId: subjectId, state: shownState(row.consent as ConsentState) }
    case 'schedule.created':
    case 'schedule.changed':
    case 'schedule.held':
    case 'schedule.cancelled':
    case 'schedule.skipped':
    case 'schedule.ended':
      return { scheduleId: subjectId }
    case 'contact.created':
    case 'contact.deleted':
      return { contactId: subjectId }
    case 'contact.changed':
      return { contactId: subjectId, fields: [...(row.fields ?? [])] }
    case 'contact.groups_replaced':
      return { contactId: subjectId, joined: [...(row.joined ?? [])], left: [...(row.left ?? [])] }
    case 'group.created':
    case 'group.renamed':
    case 'group.deleted':
      return { groupId: subjectId }
    case 'advisor.handed_over':
      return { advisorId: subjectId }
    case 'access.granted':
    case 'access.revoked':
      return { scopes: [...(row.scopes ?? [])] }
  }
}
