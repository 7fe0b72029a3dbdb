import { type Asking, askingColumns } from '../../consent/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { type Person, peopleWith } from '../people.ts'
import type { MessageKind } from '../sending/queries.ts'

/** A conversation's key and its position in the list. */
interface KeyRow {
  readonly memberId: number
  readonly position: number
}

/** The patterns as they are compared; null without a search. */
const folded = '(select array_agg(fold_text(word)) from unnest($3::text[]) as word)'

type Page = [advisorId: number, before: number, patterns: readonly string[] | null, limit: number]

/** Scans the latest texts, up to a limit. */
export const keysByWalk = statement<KeyRow, [...Page, walked: number]>(
  'conversations_by_walk',
  `select member_id as "memberId", message_id as position
   from walk_conversations($1, $2, ${folded}, $5, $4) order by message_id desc`,
)

/** Finds each person's latest text by reading all texts. */
export const keysByReading = statement<KeyRow, Page>(
  'conversations_by_reading',
  `select member_id as "memberId", message_id as position
   from read_conversations($1, $2, ${folded}, $4) order by message_id desc`,
)

/** Finds each person's latest text by jumping from person to person. */
export const keysByMember = statement<KeyRow, Page>(
  'conversations_by_member',
  `select member_id as "memberId", message_id as position
   from gather_conversations($1, $2, ${folded}, $4) order by message_id desc`,
)

/** Samples a few people to estimate the number of texts per person. */
export const sampleTexts = statement<{ texts: number; people: number }, [advisorId: number]>(
  'sample_texts',
  `select count(*) as texts, count(distinct member_id) as people from (
     select member_id from message where advisor_id = $1 order by member_id desc, id desc limit 5000
   ) as sample`,
)

type SearchedPage = [advisorId: number, before: number, patterns: readonly string[], limit: number]

/** One condition per pattern, from this parameter on: the trigram index does not support "like all". */
const likeEach = (column: string, patterns: readonly string[], first: number): string =>
  patterns.map((_, index) => `${column} like fold_text($${first + index})`).join(' and ')

/**
 * Conversations with the contacts or numbers that match a search. Undefined if more match than the limit. Not prepared, because the plan depends on the words. `matching` has no limit, so that the planner expects
 * all matches, and still only the needed rows are read. Planned for a few rows, it would walk the address book until
 * that many match, and there may be none.
 */
export async function keysBySearch(
  db: Queryable,
  [advisorId, before, patterns, limit]: SearchedPage,
  { isNumber, foundMax }: { readonly isNumber: boolean; readonly foundMax: number },
): Promise<KeyRow[] | undefined> {
  // Only numbers: nobody's name is in a number, and an index has to be read for it.
  const numbers = isNumber
    ? `union all select phone from member where advisor_id = $1 and ${likeEach('phone', patterns, 5)}`
    : ''
  const { rows } = await db.query<{ count: number } & (KeyRow | { memberId: null })>({
    text: `with matching as materialized (
       select phone from contact
       where advisor_id = $1 and phone is not null and ${likeEach('search_text', patterns, 5)} ${numbers}
     ), found as materialized (
       select phone from matching limit $4::integer + 1
     ), counted as materialized (
       select count(*) from found
     ), keys as (
       select member.id as "memberId", latest.id as position
       from (select distinct phone from found) as wanted
       join member on member.advisor_id = $1 and member.phone = wanted.phone
       cross join lateral (
         select message.id from message where message.advisor_id = $1 and message.member_id = member.id
         order by message.id desc limit 1
       ) as latest
       where latest.id < $2 and (select count from counted) <= $4
       order by latest.id desc limit $3
     )
     select counted.count, keys.* from counted left join keys on true order by position desc`,
    values: [advisorId, before, limit, foundMax, ...patterns],
  })
  return (rows[0]?.count ?? 0) > foundMax ? undefined : rows.filter(row => row.memberId !== null)
}

/**
 * The reverse plan: each person's latest text, kept if the number is among the matches. "is true" makes the planner
 * hash the matches. Sorted first, so that a full page ends the scan.
 */
export async function keysAmongFound(
  db: Queryable,
  [advisorId, before, patterns, limit]: SearchedPage,
): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>({
    text: `select member_id as "memberId", message_id as position
     from (
       select * from read_conversations($1, $2, null::text[], null) order by message_id desc offset 0
     ) as talker
     where ((select phone from member where member.advisor_id = $1 and member.id = talker.member_id) in (
       select phone from contact where advisor_id = $1 and ${likeEach('search_text', patterns, 4)}
     )) is true
     order by message_id desc limit $3`,
    values: [advisorId, before, limit, ...patterns],
  })
  return rows
}

/** Whether a name or the number contains the search words. */
const wanted = 'array(select fold_text(word) from unnest($3::text[]) as word)'
const holds = `($3::text[] is null or member.phone like all (${wanted}) or exists (
  select from contact where contact.advisor_id = $1 and contact.phone = member.phone
    and contact.search_text like all (${wanted})
))`

export const keysOfUnread = statement<KeyRow, Page>(
  'unread_conversations',
  `select member_id as "memberId", last_received_id as position
   from conversation join member on member.advisor_id = $1 and member.id = member_id
   where conversation.advisor_id = $1 and unread_count > 0 and last_received_id < $2 and ${holds}
   order by last_received_id desc limit $4`,
)

/** Not resent since, and the advisor has sent no later text: a later one arrived or is on its way. */
const isStillFailed = `last_failed_id is not null and exists (
  select from message_status
  where message_status.advisor_id = conversation.advisor_id and message_status.member_id = conversation.member_id
    and message_status.id = last_failed_id and status in ('failed', 'undelivered')
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

type TimedKeyRow = KeyRow & { readonly at: Date }
type TimedPage = [
  advisorId: number,
  beforeId: number,
  patterns: readonly string[] | null,
  limit: number,
  before: Date,
]

export const keysOfAwaiting = statement<TimedKeyRow, TimedPage>(
  'awaiting_conversations',
  `select id as "memberId", id as position, asked_at as at from member
   where advisor_id = $1 and consent = 'pending' and (asked_at, id) < ($5::timestamptz, $2) and ${holds}
   order by asked_at desc, id desc limit $4`,
)

export const keysOfDeclined = statement<TimedKeyRow, TimedPage>(
  'declined_conversations',
  `select id as "memberId", id as position, declined_at as at from member
   where advisor_id = $1 and consent = 'declined' and (declined_at, id) < ($5::timestamptz, $2) and ${holds}
   order by declined_at desc, id desc limit $4`,
)

export interface ConversationRow extends Asking {
  readonly memberId: number
  readonly phone: string
  readonly consentChangedAt: Date
  readonly people: readonly Person[]
  readonly unreadCount: number
  readonly isFailed: boolean
  readonly unreadText: string | null
  readonly message: {
    readonly messageId: number
    readonly direction: 'out' | 'in'
    readonly kind: MessageKind
    readonly text: string
    readonly status: TextStatus
    readonly reason: string | null
    readonly carrierReason: string | null
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

/** The thread shows these as consent, so a row prefers other words. */
const bareKeyword = String.raw`^\W*(yes|no|start|stop|help)\W*$`

/**
 * In the order of the ids. A failure of the latest text counts until the advisor has read it. Of unread replies, those behind a
 * hundred texts are not looked for: a machine may have sent thousands.
 */
export const conversationRows = statement<ConversationRow, [advisorId: number, memberIds: readonly number[]]>(
  'conversation_rows',
  `select member.id as "memberId", member.phone, ${askingColumns},
     coalesce(member.consent_changed_at, member.created_at) as "consentChangedAt",
     ${peopleWith('member.phone')} as people, coalesce(unread_count, 0) as "unreadCount",
     coalesce(
       latest.status in ('failed', 'undelivered')
         and (latest.id > coalesce(read_up_to, 0) or read_at is null or latest.updated_at > read_at), false
     ) as "isFailed",
     case when unread_count > 0 then (
       select left(unread.text, 200) from (
         select message.id, message.text, message.direction from message
         where message.advisor_id = $1 and message.member_id = member.id and message.id > coalesce(read_up_to, 0)
         order by message.id limit 100
       ) as unread
       where unread.direction = 'in'
       order by unread.text ~* '${bareKeyword}', unread.id limit 1
     ) end as "unreadText",
     case when latest.id is not null then json_build_object(
       'messageId', latest.id, 'direction', direction, 'kind', kind, 'text', left(text, 200), 'status', status,
       'reason', reason, 'carrierReason', carrier_reason, 'createdAt', latest.created_at, 'updatedAt', latest.updated_at
     ) end as message
   from unnest($2::bigint[]) with ordinality as wanted (member_id, place)
   join member on member.advisor_id = $1 and member.id = wanted.member_id
   left join conversation on conversation.advisor_id = $1 and conversation.member_id = member.id
   left join lateral (
     select * from message_status
     where message_status.advisor_id = $1 and message_status.member_id = member.id order by id desc limit 1
   ) as latest on true
   order by place`,
)
