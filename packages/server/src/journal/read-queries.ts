import { statement } from '../platform/db/statement.ts'
import type { Actor } from './entry.ts'

export interface SubjectRow {
  readonly entryId: number
  readonly at: Date
  readonly kind: string
  readonly actor: Actor
  readonly facts: Readonly<Record<string, unknown>>
}

/** The kinds are those of the partial index. */
export const entriesOfContact = statement<
  SubjectRow,
  [advisorId: number, contactId: number, beforeAt: Date, beforeId: number, limit: number]
>(
  'journal_entries_of_contact',
  `select id as "entryId", occurred_at as at, kind, entry->'actor' as actor, entry->'facts' as facts
   from journal_entry
   where advisor_id = $1 and subject_id = $2
     and kind in ('contact.created', 'contact.changed', 'contact.groups_replaced')
     and (occurred_at, id) < ($3::timestamptz, $4)
   order by occurred_at desc, id desc limit $5`,
)

/** Scans the advisor's entries from the newest, up to the limit. An index by actor would have to be written with every text. */
export const actsOfApplication = statement<
  SubjectRow & { readonly walkedTo: Date },
  [advisorId: number, applicationId: number, since: Date, walk: number, limit: number]
>(
  'journal_acts_of_application',
  `with walked as materialized (
     select id, occurred_at, kind, entry from journal_entry
     where advisor_id = $1 and occurred_at >= $3 order by occurred_at desc, id desc limit $4
   ), reached as (
     select case when count(*) = $4 then min(occurred_at) else $3::timestamptz end as at from walked
   )
   select act.id as "entryId", act.occurred_at as at, act.kind, act.entry->'actor' as actor,
     act.entry->'facts' as facts, reached.at as "walkedTo"
   from reached left join (
     select * from walked where (entry->'actor'->>'applicationId')::bigint = $2
     order by occurred_at desc, id desc limit $5
   ) as act on true
   order by act.occurred_at desc, act.id desc`,
)

/**
 * Since when entries may still be written that are not visible yet: the start of the oldest running transaction. Read it before
 * the news, in a separate statement: what commits in between is then seen by the second.
 */
export const oldestWriter = statement<{ readonly at: Date }>(
  'oldest_writer',
  `select least(statement_timestamp(), min(xact_start)) as at from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
)

export interface NewsRow {
  readonly advisorId: number
  readonly entryId: number
  readonly at: Date
  readonly kind: string
  readonly subjectId: number
  readonly memberId: number | null
  /** The other party. */
  readonly phone: string | null
  readonly scheduleId: number | null
  /** Set for a change of consent. */
  readonly after: string | null
}

/**
 * New entries of each advisor, oldest first. Of a text, everything but its content. The earliest time excludes old partitions,
 * which a time for each advisor cannot.
 */
export const newsSince = statement<
  NewsRow,
  [
    advisorIds: readonly number[],
    since: readonly Date[],
    afterIds: readonly number[],
    limit: number,
    earliest: Date,
  ]
>(
  'journal_news_since',
  `select news.advisor_id as "advisorId", news.id as "entryId", news.occurred_at as at, news.kind,
     news.subject_id as "subjectId", (facts->>'memberId')::bigint as "memberId",
     case news.kind when 'message.received' then facts->>'from' else coalesce(facts->>'phone', facts->>'to') end as phone,
     (facts->'schedule'->>'scheduleId')::bigint as "scheduleId", facts->>'after' as after
   from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as listening (advisor_id, since, after_id)
   cross join lateral (
     select written.*, entry->'facts' as facts from journal_entry as written
     where written.advisor_id = listening.advisor_id and occurred_at >= $5 and occurred_at >= listening.since
       and (occurred_at, id) > (listening.since, listening.after_id)
     order by occurred_at, id limit $4
   ) as news
   order by news.advisor_id, news.occurred_at, news.id`,
)
