import { statement } from '../../platform/db/statement.ts'

export interface NewsRow {
  readonly advisorId: number
  readonly seq: number
  readonly kind: string
  readonly subjectId: number
  readonly memberId: number | null
  /** The other party. */
  readonly phone: string | null
  readonly scheduleId: number | null
  /** Set for a change of consent. */
  readonly after: string | null
}

/** New entries of each advisor, in the order of the log. Of a text, everything but its content. */
export const newsSince = statement<
  NewsRow,
  [advisorIds: readonly number[], afterSeqs: readonly number[], limit: number]
>(
  'log_news_since',
  `select news.owner_id as "advisorId", seq, kind, subject_id as "subjectId",
     (entry->'facts'->>'memberId')::bigint as "memberId",
     case kind when 'message.received' then entry->'facts'->>'from'
       else coalesce(entry->'facts'->>'phone', entry->'facts'->>'to') end as phone,
     (entry->'facts'->'schedule'->>'scheduleId')::bigint as "scheduleId", entry->'facts'->>'after' as after
   from unnest($1::bigint[], $2::bigint[]) as listening (advisor_id, after_seq)
   cross join lateral (
     select owner_id, seq, occurred_at, entry_id from log_entry
     where owner_id = listening.advisor_id and seq > listening.after_seq order by seq limit $3
   ) as news
   join journal_entry on journal_entry.advisor_id = news.owner_id and journal_entry.occurred_at = news.occurred_at
     and journal_entry.id = news.entry_id
   order by news.owner_id, seq`,
)

export interface ReachedRow {
  readonly advisorId: number
  readonly seq: number
  /** Time of the database. */
  readonly now: Date
}

export const reachedBy = statement<ReachedRow, [advisorIds: readonly number[]]>(
  'log_reached_by',
  `select asked.advisor_id as "advisorId", coalesce(last.seq, 0) as seq, clock_timestamp() as now
   from unnest($1::bigint[]) as asked (advisor_id)
   left join lateral (
     select seq from log_entry where owner_id = asked.advisor_id order by seq desc limit 1
   ) as last on true`,
)
