import Type from 'typebox'
import { id, words } from '../../fields.ts'
import { consentState } from '../consents.ts'
import { type DeliveryReason, deliveryReasons, memberId } from '../texting.ts'
import type { EventType } from './journal-kinds.ts'

const messageId = id({ description: 'Message id.' })
const scheduleId = id({ description: 'Id of the scheduled text.' })
const contactId = id({ description: 'Contact id.' })
const groupId = id({ description: 'Group id.' })
const groupIds = (description: string) => Type.Array(groupId, { description })
const ofSchedule = Type.Optional(
  id({ description: 'The scheduled text that it comes from. Absent for a text that was not scheduled.' }),
)
const deliveryReason = Type.Enum(Object.keys(deliveryReasons) as DeliveryReason[], {
  type: 'string',
  description: 'Why it was not delivered, as in the message’s status.',
})
const reason = Type.Optional(deliveryReason)
const scopeNames = Type.Array(Type.String(), { description: 'The scopes concerned.' })

const messageKind = Type.Enum(
  ['text', 'consent_request', 'guidance', 'stop_confirmation', 'opt_in_confirmation', 'help'],
  { type: 'string', description: 'text: a send or a scheduled text. The others are sent by the service.' },
)

const status = <const Status extends string>(value: Status) =>
  Type.Enum([value], { type: 'string', description: 'The delivery status.' })
const statusData = <const Status extends string>(value: Status) =>
  Type.Object({ messageId, status: status(value), reason })

const consentData = Type.Object({ memberId: memberId(), state: consentState })

/** Scope that opens a type. Null: every application gets it, about itself only. */
type OpeningScope = 'text.messaging.read' | 'core.contacts.read' | null

export interface DescribedEvent {
  readonly scope: OpeningScope
  readonly when: string
  readonly subject: 'message' | 'member' | 'schedule' | 'contact' | 'group' | 'application' | 'advisor'
  readonly data: Type.TObject
  readonly example: Readonly<Record<string, unknown>>
}

const texting = 'text.messaging.read'
const contacts = 'core.contacts.read'

/** Every type of event. Types and fields are only ever added. */
export const eventTypes = {
  'message.accepted': {
    scope: texting,
    when: 'A text was accepted and is queued.',
    subject: 'message',
    data: Type.Object({ messageId, kind: messageKind, scheduleId: ofSchedule }),
    example: { messageId: 1049601, kind: 'text' },
  },
  'message.refused': {
    scope: texting,
    when: 'A text was refused: the recipient may not be texted. Nothing was sent.',
    subject: 'member',
    data: Type.Object({
      code: words({ description: 'Code as in `failureDetails` of a send.' }),
      scheduleId: ofSchedule,
    }),
    example: { code: 'opted_out' },
  },
  'message.submitted': {
    scope: texting,
    when: 'A text was handed to the carrier.',
    subject: 'message',
    data: statusData('submitted'),
    example: { messageId: 1049601, status: 'submitted' },
  },
  'message.delivered': {
    scope: texting,
    when: 'The carrier reports that a text was delivered.',
    subject: 'message',
    data: statusData('delivered'),
    example: { messageId: 1049601, status: 'delivered' },
  },
  'message.undelivered': {
    scope: texting,
    when: 'The carrier reports that a text could not be delivered.',
    subject: 'message',
    data: statusData('undelivered'),
    example: { messageId: 1049601, status: 'undelivered', reason: 'unreachable' },
  },
  'message.failed': {
    scope: texting,
    when: 'A text failed: the carrier refused it, or it may no longer be sent.',
    subject: 'message',
    data: statusData('failed'),
    example: { messageId: 1049601, status: 'failed', reason: 'opted_out' },
  },
  'message.unconfirmed': {
    scope: texting,
    when: 'The carrier’s response to a text was lost. It may have been delivered.',
    subject: 'message',
    data: statusData('unconfirmed'),
    example: { messageId: 1049601, status: 'unconfirmed', reason: 'no_answer' },
  },
  'message.received': {
    scope: texting,
    when: 'A recipient sent a text.',
    subject: 'message',
    data: Type.Object({ messageId }),
    example: { messageId: 1050625 },
  },
  'consent.requested': {
    scope: texting,
    when: 'A consent request was sent.',
    subject: 'member',
    data: consentData,
    example: { memberId: 21505, state: 'pending' },
  },
  'consent.accepted': {
    scope: texting,
    when: 'A recipient accepted: texts may be sent.',
    subject: 'member',
    data: consentData,
    example: { memberId: 21505, state: 'accepted' },
  },
  'consent.declined': {
    scope: texting,
    when: 'A recipient replied NO.',
    subject: 'member',
    data: consentData,
    example: { memberId: 21505, state: 'pending' },
  },
  'consent.opted_out': {
    scope: texting,
    when: 'A recipient opted out. Only a START from the recipient reverses it.',
    subject: 'member',
    data: consentData,
    example: { memberId: 21505, state: 'none' },
  },
  'consent.restored': {
    scope: texting,
    when: 'A recipient replied START after an opt-out.',
    subject: 'member',
    data: consentData,
    example: { memberId: 21505, state: 'accepted' },
  },
  'schedule.created': {
    scope: texting,
    when: 'A text was scheduled.',
    subject: 'schedule',
    data: Type.Object({ scheduleId }),
    example: { scheduleId: 30721 },
  },
  'schedule.changed': {
    scope: texting,
    when: 'A scheduled text was changed, or follows the new number of its contact.',
    subject: 'schedule',
    data: Type.Object({ scheduleId }),
    example: { scheduleId: 30721 },
  },
  'schedule.held': {
    scope: texting,
    when: 'A scheduled text waits for the advisor’s decision, because the contact’s number changed or the account was handed over.',
    subject: 'schedule',
    data: Type.Object({ scheduleId }),
    example: { scheduleId: 30721 },
  },
  'schedule.cancelled': {
    scope: texting,
    when: 'A scheduled text was cancelled.',
    subject: 'schedule',
    data: Type.Object({ scheduleId }),
    example: { scheduleId: 30721 },
  },
  'schedule.skipped': {
    scope: texting,
    when: 'A due time of a scheduled text was skipped, because it was too long ago.',
    subject: 'schedule',
    data: Type.Object({ scheduleId }),
    example: { scheduleId: 30721 },
  },
  'schedule.ended': {
    scope: texting,
    when: 'A repeating text ended early, because the recipient opted out.',
    subject: 'schedule',
    data: Type.Object({ scheduleId }),
    example: { scheduleId: 30721 },
  },
  'contact.created': {
    scope: contacts,
    when: 'A contact was created, by anybody: also by a text to a new number or by an import.',
    subject: 'contact',
    data: Type.Object({ contactId }),
    example: { contactId: 5121 },
  },
  'contact.changed': {
    scope: contacts,
    when: 'Fields of a contact were changed.',
    subject: 'contact',
    data: Type.Object({
      contactId,
      fields: Type.Array(Type.String(), { description: 'Names of the changed fields.' }),
    }),
    example: { contactId: 5121, fields: ['lastName', 'phone'] },
  },
  'contact.deleted': {
    scope: contacts,
    when: 'A contact was deleted.',
    subject: 'contact',
    data: Type.Object({ contactId }),
    example: { contactId: 5121 },
  },
  'contact.groups_replaced': {
    scope: contacts,
    when: 'A contact joined or left groups.',
    subject: 'contact',
    data: Type.Object({
      contactId,
      joined: groupIds('Groups that it joined.'),
      left: groupIds('Groups that it left.'),
    }),
    example: { contactId: 5121, joined: [2049], left: [] },
  },
  'group.created': {
    scope: contacts,
    when: 'A group was created.',
    subject: 'group',
    data: Type.Object({ groupId }),
    example: { groupId: 2049 },
  },
  'group.renamed': {
    scope: contacts,
    when: 'A group was renamed.',
    subject: 'group',
    data: Type.Object({ groupId }),
    example: { groupId: 2049 },
  },
  'group.deleted': {
    scope: contacts,
    when: 'A group was deleted. Its contacts stay.',
    subject: 'group',
    data: Type.Object({ groupId }),
    example: { groupId: 2049 },
  },
  'advisor.handed_over': {
    scope: texting,
    when: 'The account was handed over to another advisor of the firm. Identifier, numbers, contacts, conversations and consents stay. Grants that the former advisor gave have ended, and scheduled texts are held unless the firm chose otherwise.',
    subject: 'advisor',
    data: Type.Object({ advisorId: id({ description: 'Advisor id of the account.' }) }),
    example: { advisorId: 1025 },
  },
  'access.granted': {
    scope: null,
    when: 'The advisor allowed your application. Its events begin with this one.',
    subject: 'application',
    data: Type.Object({ scopes: scopeNames }),
    example: { scopes: ['text.messaging.read'] },
  },
  'access.revoked': {
    scope: null,
    when: 'A grant to your application was revoked. Unless another one stands, this is the advisor’s last event.',
    subject: 'application',
    data: Type.Object({ scopes: scopeNames }),
    example: { scopes: ['text.messaging.read'] },
  },
} as const satisfies Record<EventType, DescribedEvent>
