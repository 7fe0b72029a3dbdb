import { statement } from '../../db/statement.ts'
import type { ConsentEvent, ConsentState } from './consent.ts'

export interface LockedMember {
  readonly position: number
  readonly advisorId: number
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentState
  readonly consentVersion: number
  readonly hasAccepted: boolean
  readonly isGuided: boolean
  readonly stoppedAt: Date | null
  readonly startedAt: Date | null
  readonly consentChangedAt: Date | null
  readonly hasContact: boolean
  /** For the message that is about to be written. */
  readonly messageId: number
  readonly at: Date
}

/**
 * Locks members in key order, so that two batches cannot deadlock, and answers what their rows say now: the locked row
 * is read anew after the wait. Id and time are taken under the lock, so that both tell the order of a conversation.
 */
export const lockMemberRows = statement<
  LockedMember,
  [advisorIds: readonly number[], phones: readonly string[]]
>(
  'lock_members',
  `select position, advisor_id as "advisorId", id as "memberId", phone, consent,
     consent_version as "consentVersion", has_accepted as "hasAccepted", is_guided as "isGuided",
     stopped_at as "stoppedAt", started_at as "startedAt", consent_changed_at as "consentChangedAt", nextval('message_id') as "messageId",
     clock_timestamp()::timestamptz(3) as at, exists (
       select from contact where contact.advisor_id = locked.advisor_id and contact.phone = locked.phone
     ) as "hasContact"
   from (
     select wanted.position, member.*
     from unnest($1::bigint[], $2::text[]) with ordinality as wanted (advisor_id, phone, position)
     join member on member.advisor_id = wanted.advisor_id and member.phone = wanted.phone
     order by member.advisor_id, member.id, wanted.position
     for no key update of member
   ) as locked`,
)

/** The member's row and its entry in the ledger, which has the row's new version. */
export const changeConsents = statement<
  object,
  [
    advisorIds: readonly number[],
    memberIds: readonly number[],
    versions: readonly number[],
    events: readonly ConsentEvent[],
    before: readonly ConsentState[],
    after: readonly ConsentState[],
    evidence: readonly string[],
    times: readonly Date[],
  ]
>(
  'change_consents',
  `with change as (
     select * from unnest(
       $1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::jsonb[],
       $8::timestamptz[]
     ) as change (advisor_id, member_id, version, event, before, after, evidence, at)
   ), changed as (
     update member set
       consent = change.after,
       consent_version = change.version,
       consent_changed_at = case when change.before = change.after then member.consent_changed_at else change.at end,
       has_accepted = member.has_accepted or change.after = 'accepted',
       is_guided = member.is_guided and change.event <> 'requested'
     from change where member.advisor_id = change.advisor_id and member.id = change.member_id
   )
   insert into consent_event (advisor_id, member_id, version, event, state_before, state_after, evidence, occurred_at)
   select advisor_id, member_id, version, event, before, after, evidence, at from change`,
)

/** Remembers the newest STOP and START that were heard, and that the open request has had its guidance. */
export const noteReply = statement<
  object,
  [advisorId: number, memberId: number, stoppedAt: Date | null, startedAt: Date | null, isGuided: boolean]
>(
  'note_reply',
  `update member set
     stopped_at = greatest(stopped_at, $3), started_at = greatest(started_at, $4), is_guided = is_guided or $5
   where advisor_id = $1 and id = $2`,
)

export const nextMessageId = statement<{ readonly messageId: number }>(
  'next_message_id',
  `select nextval('message_id') as "messageId"`,
)

export const consentByPhone = statement<ConsentRow, [advisorId: number, phone: string]>(
  'consent_by_phone',
  `${consentRows()} and member.phone = $2`,
)

export const consentByMember = statement<ConsentRow, [advisorId: number, memberId: number]>(
  'consent_by_member',
  `${consentRows()} and member.id = $2`,
)

interface ConsentRow {
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentState
  readonly lastChanged: Date
  readonly lastRequested: Date | null
  /** The newest entry of the ledger. */
  readonly lastEvent: ConsentEvent | null
  readonly hasContact: boolean
}

function consentRows(): string {
  return `select member.id as "memberId", member.phone, member.consent,
      coalesce(member.consent_changed_at, member.created_at) as "lastChanged",
      (
        select event.occurred_at from consent_event as event
        where event.advisor_id = member.advisor_id and event.member_id = member.id and event.event = 'requested'
        order by event.version desc limit 1
      ) as "lastRequested",
      (
        select event.event from consent_event as event
        where event.advisor_id = member.advisor_id and event.member_id = member.id
          and event.version = member.consent_version
      ) as "lastEvent",
      exists (
        select from contact where contact.advisor_id = member.advisor_id and contact.phone = member.phone
      ) as "hasContact"
    from member where member.advisor_id = $1`
}

export interface LedgerRow {
  readonly version: number
  readonly event: ConsentEvent
  readonly before: ConsentState
  readonly after: ConsentState
  /** Whatever proves it; among it the words that were sent, received or noted. */
  readonly evidence: { readonly requestText?: string; readonly reply?: string; readonly note?: string }
  readonly occurredAt: Date
}

export const ledgerRows = statement<LedgerRow, [advisorId: number, memberId: number]>(
  'consent_ledger',
  `select version, event, state_before as before, state_after as after, evidence, occurred_at as "occurredAt"
   from consent_event where advisor_id = $1 and member_id = $2 order by version`,
)

export const consentsOfContacts = statement<
  {
    readonly contactId: number
    readonly phone: string
    readonly memberId: number
    readonly consent: ConsentState
  },
  [advisorId: number, contactIds: readonly number[]]
>(
  'consents_of_contacts',
  `select contact.id as "contactId", contact.phone, member.id as "memberId", member.consent
   from unnest($2::bigint[]) as wanted (id)
   join contact on contact.advisor_id = $1 and contact.id = wanted.id
   join member on member.advisor_id = $1 and member.phone = contact.phone`,
)
