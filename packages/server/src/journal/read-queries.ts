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

/** Scans like the acts above, for all applications at once. Without a reading, one row that says how far it went. */
export const readingsOfApplications = statement<
  { readonly applicationId: number | null; readonly at: Date | null; readonly walkedTo: Date },
  [advisorId: number, since: Date, walk: number]
>(
  'journal_readings_of_applications',
  `with walked as materialized (
     select occurred_at, case when kind in ('conversation.read', 'conversation.listed')
       then (entry_of(entry, head, facts)->'actor'->>'applicationId')::bigint end as application_id
     from journal where advisor_id = $1 and occurred_at >= $2 order by occurred_at desc, id desc limit $3
   ), reached as (
     select case when count(*) = $3 then min(occurred_at) else $2::timestamptz end as at from walked
   )
   select reading.application_id as "applicationId", reading.at, reached.at as "walkedTo"
   from reached left join (
     select application_id, max(occurred_at) as at from walked where application_id is not null group by 1
   ) as reading on true`,
)

/** An empty list of kinds: all. */
export const entriesOfFirm = statement<
  SubjectRow & { readonly subjectId: number },
  [firmId: number, kinds: readonly string[], beforeAt: Date, beforeId: number, limit: number]
>(
  'journal_entries_of_firm',
  `select id as "entryId", occurred_at as at, kind, subject_id as "subjectId", entry->'actor' as actor,
     entry->'facts' as facts
   from (
     select id, occurred_at, kind, subject_id, entry_of(entry, head, facts) as entry from journal
     where firm_id = $1 and (cardinality($2::text[]) = 0 or kind = any ($2))
       and (occurred_at, id) < ($3::timestamptz, $4)
     order by occurred_at desc, id desc limit $5
   ) as page
   order by occurred_at desc, id desc`,
)
