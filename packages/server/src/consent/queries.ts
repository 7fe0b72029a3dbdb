import type { Column } from '../platform/db/rows.ts'
import { statement } from '../platform/db/statement.ts'
import type { ConsentEvent, ConsentState } from './consent.ts'
import type { Asking } from './decide-ask.ts'
import { hasContact } from './has-contact.ts'

export interface LockedMember {
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
  /** Id reserved for the message about to be written. */
  readonly messageId: number
  readonly at: Date
}

/** SQL for the member of this advisor with this number, or null. */
const memberWith = (advisorId: string, phone: string): string => `(
  select member.id from member
  where member.advisor_id = ${advisorId} and member.phone >= ${phone} and member.phone <= ${phone}
  order by member.phone limit 1
)`

/**
 * Locks members in key order, so that two batches cannot deadlock, and returns their current rows: a locked row is read
 * again after the wait. Id and time are taken under the lock, so both reflect the order of a conversation.
 * A member is locked once and returned `times`: PostgreSQL starts each lock of a statement at the row version of its
 * snapshot, and with a foreign key holding that version, taking it twice deadlocks with whoever comes in between.
 * Each is found by a range of one value in the order of its index and not by a join: planned while there are few members, a join would
 * read those of all advisors for each number.
 */
export const lockMemberRows = statement<
  LockedMember,
  [advisorIds: Column<'advisorId', number>, phones: Column<'phone', string>, times: Column<'times', number>]
>(
  'lock_members',
  `select advisor_id as "advisorId", id as "memberId", phone, consent,
     consent_version as "consentVersion", has_accepted as "hasAccepted", is_guided as "isGuided",
     stopped_at as "stoppedAt", started_at as "startedAt", consent_changed_at as "consentChangedAt", nextval('message_id') as "messageId",
     clock_timestamp()::timestamptz(3) as at, ${hasContact('locked.advisor_id', 'locked.phone')} as "hasContact"
   from (
     select wanted.times, member.*
     from (
       select advisor_id, phone, times, ${memberWith('wanted.advisor_id', 'wanted.phone')} as id
       from unnest($1::bigint[], $2::text[], $3::integer[]) as wanted (advisor_id, phone, times)
       order by advisor_id, id
     ) as wanted
     cross join lateral (
       select * from member
       where member.advisor_id = wanted.advisor_id and member.id >= wanted.id and member.id <= wanted.id
         and member.phone = wanted.phone
       order by member.id limit 1
       for no key update
     ) as member
     -- Keeps the planner from repeating the lock for each of the times.
     offset 0
   ) as locked, generate_series(1, locked.times)`,
)

/** Updates the member's row and inserts its ledger entry, which carries the row's new version. */
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
       -- Partners see declined as pending, so moving between the two is no change for them.
       consent_changed_at = case
         when replace(change.before, 'declined', 'pending') = replace(change.after, 'declined', 'pending')
         then member.consent_changed_at else change.at
       end,
       has_accepted = member.has_accepted or change.after = 'accepted',
       asked_at = case when change.event = 'requested' then change.at else member.asked_at end,
       declined_at = case when change.event = 'declined' then change.at else member.declined_at end,
       declines = case
         when change.event = 'declined' then member.declines + 1
         when change.event in ('accepted', 'restored') then 0
         else member.declines
       end,
       is_guided = member.is_guided and change.event <> 'requested'
     from change where member.advisor_id = change.advisor_id and member.id = change.member_id
   )
   insert into consent_event (advisor_id, member_id, version, event, state_before, state_after, evidence, occurred_at)
   select advisor_id, member_id, version, event, before, after, evidence, at from change`,
)

/** Stores the times of the newest STOP and START received, and whether the open request has had its guidance text. */
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

/** Columns that decideAsk needs. */
export const askingColumns =
  'member.consent, member.asked_at as "askedAt", member.declined_at as "declinedAt", member.declines'

export const consentByPhone = statement<ConsentRow, [advisorId: number, phone: string]>(
  'consent_by_phone',
  `${consentRows()} and member.phone = $2`,
)

export const consentByPhones = statement<ConsentRow, [advisorId: number, phones: readonly string[]]>(
  'consent_by_phones',
  `${consentRows()} and member.phone = any ($2::text[])`,
)

const eventAt = 'greatest(member.consent_changed_at, member.asked_at, member.declined_at)'

/** Read in the order of member_by_consent_event. */
export const consentChanges = statement<
  ConsentRow & { readonly eventAt: Date },
  [
    advisorId: number,
    states: readonly ConsentState[],
    since: Date,
    afterTime: Date,
    afterId: number,
    limit: number,
  ]
>(
  'consent_changes',
  `${consentRows(`${eventAt} as "eventAt"`)} and member.consent = any ($2::text[]) and member.consent_changed_at is not null
     and ${eventAt} >= $3 and (${eventAt}, member.id) > ($4, $5)
     and ${hasContact('member.advisor_id', 'member.phone')}
   order by ${eventAt}, member.id limit $6`,
)

export const consentByMember = statement<ConsentRow, [advisorId: number, memberId: number]>(
  'consent_by_member',
  `${consentRows()} and member.id = $2`,
)

export interface ConsentRow extends Asking {
  readonly memberId: number
  readonly phone: string
  readonly lastChanged: Date
  readonly lastRequested: Date | null
  readonly hasContact: boolean
}

function consentRows(more = ''): string {
  return `select ${more && `${more}, `}member.id as "memberId", member.phone, ${askingColumns},
      coalesce(member.consent_changed_at, member.created_at) as "lastChanged",
      (
        select event.occurred_at from consent_event as event
        where event.advisor_id = member.advisor_id and event.member_id = member.id and event.event = 'requested'
        order by event.version desc limit 1
      ) as "lastRequested",
      ${hasContact('member.advisor_id', 'member.phone')} as "hasContact"
    from member where member.advisor_id = $1`
}

/** For members that are already locked. */
export const askingsOf = statement<
  Asking & { readonly memberId: number },
  [advisorId: number, memberIds: readonly number[]]
>(
  'askings_of_members',
  `select id as "memberId", ${askingColumns} from member where advisor_id = $1 and id = any ($2::bigint[])`,
)

export const consentsOfContacts = statement<
  Asking & { readonly contactId: number; readonly phone: string; readonly memberId: number },
  [advisorId: number, contactIds: readonly number[]]
>(
  'consents_of_contacts',
  `select contact.id as "contactId", contact.phone, member.id as "memberId", ${askingColumns}
   from unnest($2::bigint[]) as wanted (id)
   join contact on contact.advisor_id = $1 and contact.id = wanted.id
   join member on member.advisor_id = $1 and member.phone = contact.phone`,
)

/** Returns a row only if HELP has not been answered since that time. */
export const noteHelp = statement<
  { readonly id: number },
  [advisorId: number, memberId: number, at: Date, notSince: Date]
>(
  'note_help',
  `update member set helped_at = $3
   where advisor_id = $1 and id = $2 and (helped_at is null or helped_at <= $4) returning id`,
)

/** Returns a row only if fewer confirmations than the limit were sent since that time. */
export const noteConfirmation = statement<
  { readonly id: number },
  [advisorId: number, memberId: number, at: Date, notSince: Date, most: number]
>(
  'note_confirmation',
  `update member set
     confirmations = case when confirmed_since > $4 then confirmations + 1 else 1 end,
     confirmed_since = case when confirmed_since > $4 then confirmed_since else $3 end
   where advisor_id = $1 and id = $2 and (confirmed_since is null or confirmed_since <= $4 or confirmations < $5)
   returning id`,
)

/** How often the recipient opened the gate since that time. */
export const countOptIns = statement<
  { readonly count: number },
  [advisorId: number, memberId: number, since: Date]
>(
  'count_opt_ins',
  `select count(*) as count from consent_event
   where advisor_id = $1 and member_id = $2 and state_after = 'accepted' and occurred_at > $3`,
)

/**
 * Inserts only missing members, so that known numbers use up no ids. In key order, so that two batches cannot deadlock.
 */
export const insertMissingMembers = statement<
  object,
  [advisorIds: Column<'advisorId', number>, phones: Column<'phone', string>]
>(
  'insert_missing_members',
  `insert into member (advisor_id, phone)
   select distinct advisor_id, phone from unnest($1::bigint[], $2::text[]) as wanted (advisor_id, phone)
   where ${memberWith('wanted.advisor_id', 'wanted.phone')} is null
   order by advisor_id, phone
   on conflict (advisor_id, phone) do nothing`,
)

export const membersByPhone = statement<
  { readonly id: number | null; readonly advisorId: number; readonly phone: string },
  [advisorIds: Column<'advisorId', number>, phones: Column<'phone', string>]
>(
  'members_by_phone',
  `select wanted.advisor_id as "advisorId", wanted.phone, ${memberWith('wanted.advisor_id', 'wanted.phone')} as id
   from unnest($1::bigint[], $2::text[]) as wanted (advisor_id, phone)`,
)
