import type { OverviewFigure } from '@parley/contract'
import { statement } from '../../platform/db/statement.ts'
import { actorSql, factsSql, figures } from './figures.ts'
import { waitColumns } from './wait-buckets.ts'

/** Every statement of the transaction then sees the figures up to the same position. */
export const readRepeatably = statement<object>(
  'overview_read_repeatably',
  'set transaction isolation level repeatable read, read only',
)

export interface FigureCounts extends Readonly<Record<OverviewFigure, number>> {
  /** Answers by how long the client waited. */
  readonly waits: readonly number[]
}

export interface AdvisorCounts extends Readonly<Record<OverviewFigure, number>> {
  readonly advisorId: number
  readonly name: string
  readonly isActive: boolean
}

const named = Object.entries(figures).map(([name, { column }]) => [name, column] as const)
const asNamed = named.map(([name, column]) => `${column} as "${name}"`).join(', ')
const summed = named.map(([name, column]) => `coalesce(sum(${column}), 0)::bigint as "${name}"`).join(', ')
const waits = `array[${waitColumns.join(', ')}]::bigint[] as waits`
const summedWaits = `array[${waitColumns.map(column => `coalesce(sum(${column}), 0)`).join(', ')}]::bigint[] as waits`

/** Days without an entry have no row. */
export const figuresByDay = statement<
  FigureCounts & { readonly day: string },
  [ownerId: number, from: string, to: string]
>(
  'overview_figures_by_day',
  `select starts_on as day, ${asNamed}, ${waits} from overview_period
   where owner_id = $1 and grain = 'day' and starts_on >= $2 and starts_on < $3 order by starts_on`,
)

type Spans = [grains: readonly string[], from: readonly string[], to: readonly string[]]

const span = (grains: string, from: string, to: string): string =>
  `unnest(${grains}::text[], ${from}::date[], ${to}::date[]) as span (grain, first_day, next_day)`
const isInSpan = 'overview_period.grain = span.grain and starts_on >= first_day and starts_on < next_day'

/** Without waits, which are most of a row: adding them up for 1,000 advisors would double the time. */
export const countsByAdvisor = statement<AdvisorCounts, [firmId: number, ...Spans]>(
  'overview_counts_by_advisor',
  `select advisor.id as "advisorId", advisor.name, advisor.active as "isActive",
     ${named.map(([name]) => `coalesce(figure."${name}", 0) as "${name}"`).join(', ')}
   from advisor left join (
     select owner_id, ${summed} from ${span('$2', '$3', '$4')}
     join overview_period on firm_id = $1 and ${isInSpan} group by owner_id
   ) as figure on figure.owner_id = advisor.id
   where advisor.firm_id = $1`,
)

interface WaitsRow {
  readonly advisorId: number
  readonly waits: readonly number[]
}

export const waitsOfFirm = statement<WaitsRow, [firmId: number, ...Spans]>(
  'overview_waits_of_firm',
  `select owner_id as "advisorId", ${summedWaits} from ${span('$2', '$3', '$4')}
   join overview_period on firm_id = $1 and ${isInSpan} group by owner_id`,
)

export const waitsOfAdvisors = statement<WaitsRow, [firmId: number, advisorIds: readonly number[], ...Spans]>(
  'overview_waits_of_advisors',
  `select owner_id as "advisorId", ${summedWaits} from ${span('$3', '$4', '$5')}
   join overview_period on owner_id = any ($2::bigint[]) and firm_id = $1 and ${isInSpan} group by owner_id`,
)

export const advisorOfFirm = statement<
  { readonly advisorId: number; readonly name: string },
  [firmId: number, advisorId: number]
>('overview_advisor_of_firm', 'select id as "advisorId", name from advisor where firm_id = $1 and id = $2')

export interface CountedRow {
  readonly day: string
  readonly advisorId: number
  readonly advisorName: string
  readonly logIndex: number
  readonly entryId: number
  readonly at: Date
  readonly kind: string
  readonly subjectId: number
  readonly actor: unknown
  readonly memberId: number | null
  readonly reason: string | null
  readonly waitedMs: number | null
}

type CountedValues = [
  firmId: number,
  /** Null: of the whole firm. */
  advisorId: number | null,
  from: string,
  to: string,
  /** Of the last entry of the page before. */
  afterDay: string,
  afterAdvisorId: number,
  afterIndex: number,
  limit: number,
]

/**
 * The entries behind a figure, by day from the newest, by advisor, from the newest. The rows of the figure say on which days and in which
 * part of the log they are, so that rare ones are found without reading the others. Only days and advisors that can be on the page are
 * looked at: what is left of those where the last page ended counts for nothing.
 */
function countedEntries(figure: OverviewFigure): ReturnType<typeof statement<CountedRow, CountedValues>> {
  const { column, kinds, only } = figures[figure]
  const isCounted = [
    `kind in (${kinds.map(kind => `'${kind}'`).join(', ')})`,
    ...(only ? [only(factsSql)] : []),
    ...(figure === 'answers' ? ['overview_answer.log_index is not null'] : []),
  ]
  return statement<CountedRow, CountedValues>(
    `overview_counted_${column}`,
    `with day as materialized (
       select starts_on from (
         select starts_on, sum(case when starts_on = $5 then 0 else ${column} end) over (order by starts_on desc)
           - case when starts_on = $5 then 0 else ${column} end as before
         from overview_period
         where owner_id = coalesce($2::bigint, -$1::bigint) and grain = 'day' and ${column} > 0
           and starts_on >= $3 and starts_on < $4 and starts_on <= $5
       ) as counted
       where before < $8
     ), part as materialized (
       select starts_on, advisor.id as advisor_id, advisor.name, first_index, last_index,
         sum(case when (starts_on, advisor.id) = ($5, $6) then 0 else ${column} end)
           over (order by starts_on desc, advisor.id)
           - case when (starts_on, advisor.id) = ($5, $6) then 0 else ${column} end as before
       from advisor cross join day join overview_period using (starts_on)
       where advisor.firm_id = $1 and ($2 is null or advisor.id = $2)
         and overview_period.owner_id = advisor.id and grain = 'day' and ${column} > 0
         and (starts_on < $5 or advisor.id >= $6)
     ), entry as materialized (
       select part.starts_on, part.advisor_id, part.name, found.*
       from part cross join lateral (
         select log_entry.log_index, log_entry.occurred_at, log_entry.entry_id, waited_ms
         from log_entry join journal on journal.advisor_id = log_entry.owner_id
           and journal.occurred_at = log_entry.occurred_at and journal.id = log_entry.entry_id
         left join overview_answer
           on overview_answer.advisor_id = log_entry.owner_id and overview_answer.log_index = log_entry.log_index
         where log_entry.owner_id = part.advisor_id and log_entry.log_index between first_index and last_index
           and log_entry.occurred_at >= part.starts_on::timestamp at time zone 'UTC'
           and log_entry.occurred_at < (part.starts_on + 1)::timestamp at time zone 'UTC'
           and ((part.starts_on, part.advisor_id) <> ($5, $6) or log_entry.log_index < $7)
           and ${isCounted.join(' and ')}
         order by log_entry.log_index desc limit $8
       ) as found
       where part.before < $8
       order by part.starts_on desc, part.advisor_id, found.log_index desc limit $8
     )
     select entry.starts_on as day, entry.advisor_id as "advisorId", entry.name as "advisorName",
       log_index as "logIndex", entry_id as "entryId", journal.occurred_at as at, kind, subject_id as "subjectId",
       ${actorSql} as actor, case when kind like 'consent.%' then subject_id
         else (${factsSql}->>'memberId')::bigint end as "memberId",
       case when kind in ('message.failed', 'message.undelivered') then ${factsSql}->>'reason' end as reason,
       ${figure === 'answers' ? 'waited_ms' : 'null::bigint'} as "waitedMs"
     from entry join journal on journal.advisor_id = entry.advisor_id and journal.occurred_at = entry.occurred_at
       and journal.id = entry.entry_id
     order by entry.starts_on desc, entry.advisor_id, log_index desc`,
  )
}

export const countedEntriesOf = {
  texts: countedEntries('texts'),
  delivered: countedEntries('delivered'),
  failures: countedEntries('failures'),
  replies: countedEntries('replies'),
  consentsAsked: countedEntries('consentsAsked'),
  consentsGiven: countedEntries('consentsGiven'),
  optOuts: countedEntries('optOuts'),
  answers: countedEntries('answers'),
} as const
