// Conversations and threads as the app shows them.
import {
  type Actor,
  type ConsentStep,
  type Conversation,
  deliveryReasons,
  type Handover,
  type ThreadItem,
} from '@parley/contract'
import { consentSince, shownAsking, type TextingAccount } from '../../consent/index.ts'
import type { HandoverRow } from '../handover/queries.ts'
import { deliveryFailureOf, type StoredReason } from '../sending/delivery-failure.ts'
import { judgeNow } from '../sending/judge-now.ts'
import { reasonOf } from '../sending/refusal.ts'
import type { ThreadEntry } from './get-thread.ts'
import type { ConversationRow } from './list-queries.ts'
import type { ConsentStepRow } from './thread-queries.ts'

const known = <Value>(key: string, value: Value | null | undefined) =>
  value === null || value === undefined || value === '' ? {} : { [key]: value }

/** Why a text was not delivered, in words. */
function whyNot(stored: StoredReason): string | undefined {
  const failure = deliveryFailureOf(stored)
  if (!failure) return undefined
  const { reason, carrierReason } = failure
  return carrierReason === undefined
    ? deliveryReasons[reason]
    : `${deliveryReasons[reason]} (${carrierReason})`
}

export function shownConversation(row: ConversationRow, account: TextingAccount): Conversation {
  const { memberId, phone, consent, people, unreadCount, unreadText, isFailed, message } = row
  return {
    memberId,
    phone,
    people: [...people],
    consent,
    dateTimeConsentChanged: consentSince(row, row.consentChangedAt).toISOString(),
    ...shownAsking(row, account),
    verdict: judgeNow(account, row),
    unreadCount,
    ...known('unreadText', unreadText),
    isFailed,
    ...(message && {
      lastMessage: {
        messageId: message.messageId,
        direction: message.direction,
        kind: message.kind,
        text: message.text,
        status: message.status,
        ...known('reason', whyNot(message)),
        dateTimeCreated: new Date(message.createdAt).toISOString(),
        dateTimeUpdated: new Date(message.updatedAt).toISOString(),
      },
    }),
  }
}

type ShowActor = (actor: unknown) => Actor

export function shownEntry(entry: ThreadEntry, showActor: ShowActor): ThreadItem {
  const dateTime = entry.at.toISOString()
  switch (entry.kind) {
    case 'text': {
      const { messageId, direction, kind, text, status, createdAt, updatedAt, actor } = entry.row
      return {
        key: `text ${messageId}`,
        dateTime,
        message: {
          messageId,
          direction,
          kind,
          text,
          status,
          ...known('reason', whyNot(entry.row)),
          dateTimeCreated: createdAt.toISOString(),
          dateTimeUpdated: updatedAt.toISOString(),
          by: direction === 'in' ? { kind: 'recipient' } : showActor(actor),
        },
      }
    }
    case 'refusal': {
      const { entryId, text, code, actor } = entry.row
      const refused = { text, code, reason: reasonOf(code), by: showActor(actor) }
      return { key: `refusal ${entryId}`, dateTime, refused }
    }
    case 'consent':
      return {
        key: `consent ${entry.row.version}`,
        dateTime,
        consent: shownStep(entry.row, showActor),
      }
    case 'handover':
      return {
        key: `handover ${entry.row.handoverId}`,
        dateTime,
        handover: shownHandover(entry.row),
      }
  }
}

export const shownHandover = ({ formerName, holderName, told }: HandoverRow): Handover => ({
  formerName,
  name: holderName,
  isTold: told > 0,
})

export function shownStep(row: ConsentStepRow, showActor: ShowActor): ConsentStep {
  const { version, event, before, after, at, evidence, actor } = row
  return {
    version,
    event,
    before,
    after,
    dateTime: at.toISOString(),
    ...known('requestText', evidence.requestText),
    ...known('reply', evidence.reply),
    ...known('note', evidence.note),
    ...known('messageId', evidence.messageId),
    by: showActor(actor),
  }
}
