import { statement } from '../../platform/db/statement.ts'
import { actorSql, factsSql, figures } from './figures.ts'
import { bucketSql, waitColumns } from './wait-buckets.ts'

export const foldProgress = statement<{ readonly position: number; readonly size: number }>(
  'overview_progress',
  'select position, size from overview_cursor, log_head',
)

/** No row: another worker is counting. */
export const lockCursor = statement<{ readonly position: number; readonly size: number }>(
  'overview_lock_cursor',
  `select position, (select size from log_head) as size from overview_cursor for no key update skip locked`,
)

export const moveCursor = statement<object, [position: number]>(
  'overview_move_cursor',
  'update overview_cursor set position = $1',
)

const { answers: _, ...counted } = figures
const kinds = [...new Set(Object.values(counted).flatMap(figure => figure.kinds))]
const quoted = (names: readonly string[]): string => names.map(name => `'${name}'`).join(', ')

const countColumns = Object.values(counted).map(({ column }) => column)
const waitingColumns = ['answers', 'waited_ms', ...waitColumns]
const sumColumns = [...countColumns, ...waitingColumns]
const zeros = (names: readonly string[]): string => names.map(name => `0 as ${name}`).join(', ')
const counts = Object.values(counted).map(({ column, kinds: ofFigure, only }) => {
  const condition = only ? ` and ${only('facts')}` : ''
  return `(count(*) filter (where kind in (${quoted(ofFigure)})${condition}))::integer as ${column}`
})
const sums = sumColumns.map(column => `sum(${column}) as ${column}`).join(', ')
const range = 'min(first_index) as first_index, max(last_index) as last_index'

/**
 * Counts the entries of the log from one position to another. A client waits from the first text that is no keyword until a person
 * or an application writes to them, or until they opt out. The moves of each client are numbered in rounds, each of which ends with the
 * move that closes it; the first round continues the wait that earlier entries have left open.
 */
export const foldEntries = statement<object, [fromIndex: number, beforeIndex: number]>(
  'overview_fold_entries',
  `with batch as materialized (
     select log_index, log_entry.owner_id as advisor_id, log_entry.occurred_at,
       (log_entry.occurred_at at time zone 'UTC')::date as day, kind, subject_id,
       case when kind in ('message.accepted', 'message.received', 'consent.requested') then ${factsSql} end as facts,
       case when kind = 'message.accepted' then ${actorSql}->>'kind' end as actor_kind
     from log_entry join journal on journal.advisor_id = log_entry.owner_id
       and journal.occurred_at = log_entry.occurred_at and journal.id = log_entry.entry_id
     where log_index >= $1 and log_index < $2 and log_entry.owner_id > 0 and kind in (${quoted(kinds)})
   ), move as (
     select advisor_id, log_index, occurred_at, day,
       case kind when 'consent.revoked' then subject_id else (facts->>'memberId')::bigint end as member_id,
       case kind when 'message.received' then 'asks' when 'message.accepted' then 'answers' else 'ends' end as move
     from batch
     where kind = 'consent.revoked'
       or kind = 'message.received' and coalesce(facts->'classifyInbound'->>'kind', 'other') = 'other'
       or kind = 'message.accepted' and facts->>'kind' = 'text'
         and actor_kind in ('advisor', 'assistant', 'application')
   ), numbered as (
     select *, count(*) filter (where move <> 'asks') over (
       partition by advisor_id, member_id order by log_index rows between unbounded preceding and 1 preceding
     ) as round
     from move
   ), round as materialized (
     select advisor_id, member_id, round, coalesce(max(wait.since) filter (where round = 0),
         (array_agg(occurred_at order by log_index) filter (where move = 'asks'))[1]) as since,
       max(log_index) filter (where move = 'answers') as answer_index,
       max(occurred_at) filter (where move = 'answers') as answered_at,
       max(day) filter (where move = 'answers') as day,
       bool_or(move <> 'asks') as is_closed
     from numbered left join overview_wait as wait using (advisor_id, member_id)
     group by advisor_id, member_id, round
   ), answered as materialized (
     select advisor_id, day, answer_index,
       greatest(0, extract(epoch from answered_at - since) * 1000)::bigint as waited_ms
     from round where answer_index is not null and since is not null
   ), noted as (
     insert into overview_answer (advisor_id, log_index, waited_ms)
     select advisor_id, answer_index, waited_ms from answered
   ), waiting as (
     insert into overview_wait (advisor_id, member_id, since)
     select advisor_id, member_id, since from round where not is_closed and since is not null
     on conflict (advisor_id, member_id) do update set since = excluded.since
       where overview_wait.since <> excluded.since
   ), over as (
     delete from overview_wait using (
       select advisor_id, member_id from round group by advisor_id, member_id
       having bool_and(is_closed)
     ) as closed
     where overview_wait.advisor_id = closed.advisor_id and overview_wait.member_id = closed.member_id
   ), daily as (
     select advisor_id, day, min(log_index) as first_index, max(log_index) as last_index, ${counts.join(', ')}
     from batch group by advisor_id, day
   ), wait_of_day as (
     select advisor_id, day, count(*)::integer as answers, sum(waited_ms)::bigint as waited_ms,
       ${waitColumns.map((column, bucket) => `(count(*) filter (where bucket = ${bucket}))::integer as ${column}`).join(', ')}
     from answered cross join lateral (select ${bucketSql('waited_ms')} as bucket) as found
     group by advisor_id, day
   ), advisor_day as materialized (
     -- Added, not joined: the planner expects one row of each and would compare all with all.
     select advisor_id, day, ${range}, ${sums} from (
       select advisor_id, day, first_index, last_index, ${countColumns.join(', ')}, ${zeros(waitingColumns)} from daily
       union all
       select advisor_id, day, null, null, ${zeros(countColumns)}, ${waitingColumns.join(', ')} from wait_of_day
     ) as part
     group by advisor_id, day
   ), period as (
     select advisor_id as owner_id, 'day' as grain, day as starts_on, firm_id, first_index, last_index, ${sumColumns.join(', ')}
     from advisor_day join advisor on advisor.id = advisor_id
     union all
     select advisor_id, 'month', date_trunc('month', day)::date, firm_id, ${range}, ${sums}
     from advisor_day join advisor on advisor.id = advisor_id group by 1, 3, 4
     union all
     select -firm_id, 'day', day, null, ${range}, ${sums}
     from advisor_day join advisor on advisor.id = advisor_id group by 1, 3
   )
   insert into overview_period (owner_id, grain, starts_on, firm_id, first_index, last_index, ${sumColumns.join(', ')})
   select owner_id, grain, starts_on, firm_id, first_index, last_index, ${sumColumns.join(', ')} from period
   on conflict (owner_id, grain, starts_on) do update set
     last_index = excluded.last_index,
     ${sumColumns.map(column => `${column} = overview_period.${column} + excluded.${column}`).join(', ')}`,
)
