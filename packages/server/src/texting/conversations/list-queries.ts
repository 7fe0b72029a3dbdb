import type { Queryable } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'
import type { ConsentState } from '../consent/consent.ts'
import { type Person, peopleWith } from '../people.ts'
import type { MessageKind } from '../sending/queries.ts'

/** A conversation, and where it stands in its list. */
interface KeyRow {
  readonly memberId: number
  readonly position: number
}

/** Back to the collation of the column in the end: with another one the index of trigrams is not used. */
const pattern = (parameter: string): string =>
  `(lower(${parameter}::text collate "und-x-icu") collate "default")`

type Page = [advisorId: number, before: number, pattern: string | null, limit: number]

/** Through the latest texts, no further than so many. */
export const keysByWalk = statement<KeyRow, [...Page, walked: number]>(
  'conversations_by_walk',
  `select member_id as "memberId", message_id as position
   from walk_conversations($1, $2, ${pattern('$3')}, $5, $4) order by message_id desc`,
)

/** From everybody's latest text, all texts read. */
export const keysByReading = statement<KeyRow, Page>(
  'conversations_by_reading',
  `select member_id as "memberId", message_id as position
   from read_conversations($1, $2, ${pattern('$3')}, $4) order by message_id desc`,
)

/** From everybody's latest text, with a jump from one to the next. */
export const keysByMember = statement<KeyRow, Page>(
  'conversations_by_member',
  `select member_id as "memberId", message_id as position
   from gather_conversations($1, $2, ${pattern('$3')}, $4) order by message_id desc`,
)

/** The texts with a few people, for how much is written to each. */
export const sampleTexts = statement<{ texts: number; people: number }, [advisorId: number]>(
  'sample_texts',
  `select count(*) as texts, count(distinct member_id) as people from (
     select member_id from message where advisor_id = $1 order by member_id desc, id desc limit 5000
   ) as sample`,
)

type SearchedPage = [advisorId: number, before: number, pattern: string, limit: number]

/**
 * The conversations with the contacts that a search finds, or with the very number that was looked for. Undefined where it
 * finds more contacts than that. Not prepared: the plan depends on the words. All contacts that match are planned for, and
 * no more are read than wanted: planned for a few, the book would be walked through until there are as many, and it may
 * have none.
 */
export async function keysBySearch(
  db: Queryable,
  page: SearchedPage,
  { number, foundMax }: { readonly number: string; readonly foundMax: number },
): Promise<KeyRow[] | undefined> {
  const { rows } = await db.query<{ count: number } & (KeyRow | { memberId: null })>({
    text: `with matching as materialized (
       select phone from contact where advisor_id = $1 and search_text like ${pattern('$3')}
     ), found as materialized (
       select phone from matching limit $6::integer + 1
     ), counted as materialized (
       select count(*) from found
     ), keys as (
       select member.id as "memberId", latest.id as position
       from (select phone from found union select $5) as wanted
       join member on member.advisor_id = $1 and member.phone = wanted.phone
       cross join lateral (
         select message.id from message where message.advisor_id = $1 and message.member_id = member.id
         order by message.id desc limit 1
       ) as latest
       where latest.id < $2 and (select count from counted) <= $6
       order by latest.id desc limit $4
     )
     select counted.count, keys.* from counted left join keys on true order by position desc`,
    values: [...page, number, foundMax],
  })
  return (rows[0]?.count ?? 0) > foundMax ? undefined : rows.filter(row => row.memberId !== null)
}

/**
 * The same from the other side: everybody's latest text, and whether the number is one of those that are found. "is true"
 * makes a hash table of them. Sorted first, so that a page that is full ends it.
 */
export async function keysAmongFound(db: Queryable, page: SearchedPage): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>({
    text: `select member_id as "memberId", message_id as position
     from (
       select * from read_conversations($1, $2, null, null) order by message_id desc offset 0
     ) as talker
     where ((select phone from member where member.advisor_id = $1 and member.id = talker.member_id) in (
       select phone from contact where advisor_id = $1 and search_text like ${pattern('$3')}
     )) is true
     order by message_id desc limit $4`,
    values: page,
  })
  return rows
}

/** Whether a name or the number holds the words. */
const holds = `($3::text is null or member.phone like ${pattern('$3')} or exists (
  select from contact where contact.advisor_id = $1 and contact.phone = member.phone
    and contact.search_text like ${pattern('$3')}
))`

export const keysOfUnread = statement<KeyRow, Page>(
  'unread_conversations',
  `select member_id as "memberId", last_received_id as position
   from conversation join member on member.advisor_id = $1 and member.id = member_id
   where conversation.advisor_id = $1 and unread_count > 0 and last_received_id < $2 and ${holds}
   order by last_received_id desc limit $4`,
)

/** It was not sent again since, and there is no later text of the advisor's: that one has arrived, or is on its way. */
const isStillFailed = `last_failed_id is not null and exists (
  select from message
  where message.advisor_id = conversation.advisor_id and message.member_id = conversation.member_id
    and message.id = last_failed_id and message.status in ('failed', 'undelivered')
) and (
  select true from message
  where message.advisor_id = conversation.advisor_id and message.member_id = conversation.member_id
    and message.id > last_failed_id and direction = 'out' and kind in ('text', 'consent_request') limit 1
) is null`

export const keysOfFailed = statement<KeyRow, Page>(
  'failed_conversations',
  `select member_id as "memberId", last_failed_id as position
   from conversation join member on member.advisor_id = $1 and member.id = member_id
   where conversation.advisor_id = $1 and last_failed_id < $2 and ${isStillFailed} and ${holds}
   order by last_failed_id desc limit $4`,
)

export const keysOfAwaiting = statement<
  KeyRow & { readonly askedAt: Date },
  [advisorId: number, beforeId: number, pattern: string | null, limit: number, before: Date]
>(
  'awaiting_conversations',
  `select id as "memberId", id as position, consent_changed_at as "askedAt" from member
   where advisor_id = $1 and consent = 'pending' and (consent_changed_at, id) < ($5::timestamptz, $2) and ${holds}
   order by consent_changed_at desc, id desc limit $4`,
)

export interface ConversationRow {
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentState
  readonly consentChangedAt: Date
  readonly people: readonly Person[]
  readonly unreadCount: number
  readonly isFailed: boolean
  readonly message: {
    readonly messageId: number
    readonly direction: 'out' | 'in'
    readonly kind: MessageKind
    readonly text: string
    readonly status: TextStatus
    readonly reason: string | null
    readonly createdAt: string
    readonly updatedAt: string
  } | null
}

export type TextStatus =
  | 'accepted'
  | 'submitted'
  | 'unconfirmed'
  | 'failed'
  | 'undelivered'
  | 'delivered'
  | 'received'

/** In the order given. */
export const conversationRows = statement<ConversationRow, [advisorId: number, memberIds: readonly number[]]>(
  'conversation_rows',
  `select member.id as "memberId", member.phone, member.consent,
     coalesce(member.consent_changed_at, member.created_at) as "consentChangedAt",
     ${peopleWith('member.phone')} as people, coalesce(unread_count, 0) as "unreadCount",
     conversation.member_id is not null and ${isStillFailed} as "isFailed", (
       select json_build_object(
         'messageId', id, 'direction', direction, 'kind', kind, 'text', left(text, 200), 'status', status,
         'reason', reason, 'createdAt', created_at, 'updatedAt', updated_at
       )
       from message where message.advisor_id = $1 and message.member_id = member.id order by id desc limit 1
     ) as message
   from unnest($2::bigint[]) with ordinality as wanted (member_id, place)
   join member on member.advisor_id = $1 and member.id = wanted.member_id
   left join conversation on conversation.advisor_id = $1 and conversation.member_id = member.id
   order by place`,
)
