import { statement } from '../platform/db/statement.ts'

export interface EventRow {
  /** Entries of the log that were written when this was read. */
  readonly size: number
  /** Where the scan ended: every entry before it was looked at, or belongs to somebody else. */
  readonly scannedTo: number
  /** Advisors whose entries were looked for. */
  readonly advisors: number
  /** Null: no event was found. All others are null, too. */
  readonly logIndex: number | null
  readonly advisorId: number
  readonly advisor: string
  readonly seq: number
  readonly entryId: number
  readonly occurredAt: Date
  readonly kind: string
  readonly subjectId: number
  readonly actorKind: string
  readonly actorApplicationId: number | null
  readonly actorPersonId: number | null
  /** Who scheduled what the service did. */
  readonly schedulerKind: string | null
  readonly schedulerApplicationId: number | null
  readonly schedulerPersonId: number | null
  readonly traceId: string | null
  readonly memberId: number | null
  readonly phone: string | null
  readonly scheduleId: number | null
  readonly messageKind: string | null
  readonly reason: string | null
  readonly code: string | null
  /** State after a change of consent. */
  readonly consent: string | null
  /** Names of the changed fields of a contact. */
  readonly fields: readonly string[] | null
  readonly joined: readonly number[] | null
  readonly left: readonly number[] | null
  readonly scopes: readonly string[] | null
}

export interface CutRow {
  /** Of the recovery. */
  readonly number: number
  /** Entries of the log that survived. */
  readonly size: number
  /** Everything before it survived. */
  readonly completeUntil: string
}

export const cuts = statement<CutRow>(
  'log_cuts',
  `select number, log_size as size, plan->'found'->>'at' as "completeUntil"
   from recovery where log_size is not null order by number`,
)

type EventValues = [
  applicationId: number,
  position: number,
  scan: number,
  limit: number,
  textingKinds: readonly string[],
  contactKinds: readonly string[],
  accessKinds: readonly string[],
  /** Not beyond this position. */
  end: number,
]

/** Index entries that are sorted at most. With more advisors, the log is read in windows. */
const sortedMax = 20_000
const window = 5_000
/** With few advisors. Entries from before the grant are walked over, and this bounds how many in one statement. */
const wideWindow = 10_000_000

/** What the application may see of each advisor, and since when. A grant that has ended still shows that it ended. */
const allowed = (advisors: string): string => `
  given as (
    select advisor_id, scopes, granted_at from living_authorization where application_id = $1 ${advisors}
    union all
    select advisor_id, '{}', granted_at from authorization_grant where application_id = $1 ${advisors}
  ), allowed as materialized (
    select advisor.id as advisor_id, advisor.identifier,
      date_trunc('milliseconds', min(given.granted_at)) as known_since,
      date_trunc('milliseconds', min(given.granted_at) filter (
        where 'text.messaging.read' = any (given.scopes) and 'text.messaging.read' = any (application.scopes)
      )) as texting_since,
      date_trunc('milliseconds', min(given.granted_at) filter (
        where 'core.contacts.read' = any (given.scopes) and 'core.contacts.read' = any (application.scopes)
      )) as contacts_since
    from application
    cross join given
    join advisor on advisor.id = given.advisor_id
    join firm on firm.id = advisor.firm_id
    where application.id = $1 and application.active and advisor.active and firm.active
    group by advisor.id
  )`

/**
 * The next events in the order of the log, with the rights of this moment. The journal is read for the first entries only, and
 * nothing of a text but its ids and states. One statement, so one snapshot: entries below its size are all there.
 */
const events = (advisors: string): string => `
  with ${allowed(advisors)}, bounds as materialized (
    select size, least(size, $8::bigint, $2::bigint + case
      when (select count(*) from allowed) * $3::bigint <= ${sortedMax} then ${wideWindow} else ${window} end) as up_to
    from log_head
  ), scanned as materialized (
    select allowed.*, news.*
    from bounds cross join allowed cross join lateral (
      select seq, log_index, occurred_at, entry_id from log_entry
      where owner_id = allowed.advisor_id and log_index >= $2 and log_index < bounds.up_to
        and occurred_at >= allowed.known_since
      order by log_index limit $3
    ) as news
    order by log_index limit $3
  ), visible as materialized (
    select scanned.*, kind, subject_id, entry
    from scanned join journal_entry on journal_entry.advisor_id = scanned.advisor_id
      and journal_entry.occurred_at = scanned.occurred_at and journal_entry.id = scanned.entry_id
    where kind = any ($5::text[]) and scanned.occurred_at >= texting_since
      or kind = any ($6::text[]) and scanned.occurred_at >= contacts_since
      or kind = any ($7::text[]) and subject_id = $1
    order by log_index limit $4
  )
  select size,
    case when (select count(*) from scanned) = $3 then (select max(log_index) + 1 from scanned)
      else greatest(up_to, $2) end as "scannedTo",
    (select count(*)::bigint from allowed) as advisors,
    log_index as "logIndex", advisor_id as "advisorId", identifier as advisor, seq, entry_id as "entryId",
    occurred_at as "occurredAt", kind, subject_id as "subjectId",
    entry->'actor'->>'kind' as "actorKind", (entry->'actor'->>'applicationId')::bigint as "actorApplicationId",
    (entry->'actor'->>'personId')::bigint as "actorPersonId",
    entry->'actor'->'scheduledBy'->>'kind' as "schedulerKind",
    (entry->'actor'->'scheduledBy'->>'applicationId')::bigint as "schedulerApplicationId",
    (entry->'actor'->'scheduledBy'->>'personId')::bigint as "schedulerPersonId",
    entry->>'traceId' as "traceId",
    case when kind like 'consent.%' then subject_id else (entry->'facts'->>'memberId')::bigint end as "memberId",
    case kind when 'message.received' then entry->'facts'->>'from'
      else coalesce(entry->'facts'->>'phone', entry->'facts'->>'to') end as phone,
    (entry->'facts'->'schedule'->>'scheduleId')::bigint as "scheduleId",
    entry->'facts'->>'kind' as "messageKind", entry->'facts'->>'reason' as reason, entry->'facts'->>'code' as code,
    case when kind like 'consent.%' then entry->'facts'->>'after' end as consent,
    case when kind = 'contact.changed' then array(
      select distinct name from jsonb_object_keys((entry->'facts'->'before') || (entry->'facts'->'after')) as name order by name
    ) end as fields,
    case when kind = 'contact.groups_replaced' then array(
      select jsonb_array_elements_text(entry->'facts'->'joined')::bigint) end as joined,
    case when kind = 'contact.groups_replaced' then array(
      select jsonb_array_elements_text(entry->'facts'->'left')::bigint) end as left,
    case kind when 'grant.given' then array(select jsonb_array_elements_text(entry->'facts'->'scopes'))
      when 'grant.revoked' then array(
        select distinct scope from jsonb_array_elements(entry->'facts'->'grants') as ended,
          jsonb_array_elements_text(ended->'scopes') as scope order by scope
      ) end as scopes
  from bounds left join visible on true
  order by log_index`

export const eventsOfAll = statement<EventRow, EventValues>('events_of_all', events(''))

export const eventsOfSome = statement<EventRow, [...EventValues, advisorIds: readonly number[]]>(
  'events_of_some',
  events('and advisor_id = any ($9::bigint[])'),
)

/** Advisors who allow the application, or did. */
export const advisorsOfApplication = statement<{ readonly advisorId: number }, [applicationId: number]>(
  'advisors_of_application',
  `with ${allowed('')} select advisor_id as "advisorId" from allowed`,
)

export const logSize = statement<{ readonly size: number }>('events_log_size', 'select size from log_head')

/** Whose entries these are: advisors only. */
export const ownersBetween = statement<
  { readonly ownerId: number },
  [fromIndex: number, beforeIndex: number]
>(
  'log_owners_between',
  'select distinct owner_id as "ownerId" from log_entry where log_index >= $1 and log_index < $2 and owner_id > 0',
)

/**
 * The start of the oldest transaction of the service that is open, or a second ago. An entry is dated in its transaction, so one
 * that commits later is not older. A database process reads the clock for its transaction just before others can see that it has
 * one: the second is for a process that is interrupted in between. Entries are dated in whole milliseconds, hence rounded down.
 */
export const oldestOpen = statement<{ readonly at: Date }>(
  'events_oldest_open_transaction',
  `select date_trunc('milliseconds', least(statement_timestamp() - interval '1 second', min(xact_start))) as at
   from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
)

/** The time of the oldest committed entry that is not in the log yet. */
export const oldestUnsequenced = statement<{ readonly size: number; readonly at: Date | null }>(
  'events_oldest_unsequenced',
  `select size, least(
     (select min(occurred_at) from journal where tx >= pg_snapshot_xmax(snapshot) and journal.id > floor_id),
     (select min(occurred_at) from journal
      where tx = any (array(select pg_snapshot_xip(snapshot))) and journal.id > floor_id)
   ) as at
   from log_head`,
)

export const placeOfEntry = statement<
  { readonly logIndex: number; readonly ownerId: number; readonly seq: number },
  [entryId: number]
>(
  'events_place_of_entry',
  `select log_index as "logIndex", owner_id as "ownerId", seq from log_entry where entry_id = $1 limit 1`,
)
