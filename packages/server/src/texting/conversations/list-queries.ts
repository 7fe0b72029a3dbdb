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

/** How far back a page is looked for before the other way is taken. */
const walkedTexts = 3_000

type Page = [advisorId: number, before: number, pattern: string | null, limit: number]

export const keysByWalk = statement<KeyRow, Page>(
  'conversations_by_walk',
  `select member_id as "memberId", message_id as position
   from walk_conversations($1, $2, ${pattern('$3')}, ${walkedTexts}, $4) order by message_id desc`,
)

export const keysByMember = statement<KeyRow, Page>(
  'conversations_by_member',
  `select member_id as "memberId", message_id as position
   from gather_conversations($1, $2, ${pattern('$3')}, $4) order by message_id desc`,
)

/** How many contacts a search finds, counted no further than the limit. Not prepared: the plan depends on the words. */
export async function countFound(db: Queryable, advisorId: number, words: string, limit: number) {
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*) from (
       select from contact where advisor_id = $1 and search_text like ${pattern('$2')} limit $3
     ) as found`,
    values: [advisorId, words, limit],
  })
  return rows[0]?.count ?? 0
}

/** The conversations with the contacts that a search finds, or with the very number that was looked for. */
export async function keysBySearch(
  db: Queryable,
  [advisorId, before, words, limit]: [number, number, string, number],
  number: string,
): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>({
    text: `with found as materialized (
       select phone from contact where advisor_id = $1 and search_text like ${pattern('$3')}
       union select $5
     )
     select member.id as "memberId", latest.id as position
     from found join member on member.advisor_id = $1 and member.phone = found.phone
     cross join lateral (
       select message.id from message where message.advisor_id = $1 and message.member_id = member.id
       order by message.id desc limit 1
     ) as latest
     where latest.id < $2 order by latest.id desc limit $4`,
    values: [advisorId, before, words, limit, number],
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
