import { overviewFigures } from '@parley/contract'
import { listAdvisorFigures } from '../../packages/server/src/console/overview/list-advisor-figures.ts'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'

/** The figures of each advisor and day, counted from the journal in the plainest way. An answer follows a text of the client directly. */
const countJournal = `
  create table bench_count as
  with move as (
    select advisor_id, log_index, journal.occurred_at, kind,
      coalesce((convert_from(facts, 'UTF8')::jsonb->>'memberId')::bigint, subject_id) as member_id
    from journal join log_entry on log_entry.entry_id = journal.id
    where kind in ('message.received', 'consent.revoked')
      or kind = 'message.accepted' and convert_from(head, 'UTF8')::jsonb->'actor'->>'kind' in ('advisor', 'assistant', 'application')
  ), counted as (
    select advisor_id, occurred_at, 'answers' as figure from (
      select *, lag(kind) over (partition by advisor_id, member_id order by log_index) as before from move
    ) as ordered where kind = 'message.accepted' and before = 'message.received'
    union all
    select advisor_id, occurred_at, case kind when 'message.accepted' then 'texts' when 'message.delivered' then 'delivered'
      when 'message.failed' then 'failures' when 'message.undelivered' then 'failures' when 'message.received' then 'replies'
      when 'consent.requested' then 'consentsAsked' when 'consent.accepted' then 'consentsGiven'
      when 'consent.revoked' then 'optOuts' end
    from journal
  )
  select advisor_id, (occurred_at at time zone 'UTC')::date as day, figure, count(*) as number
  from counted where figure is not null group by 1, 2, 3`

interface Range {
  readonly from: string
  readonly to: string
}

/** Returns how many figures of advisors differ from the journal, of how many. */
export async function verify(
  owner: Database,
  firmId: number,
  ranges: readonly Range[],
): Promise<{ compared: number; wrong: number }> {
  await owner.query(`set enable_seqscan = on; set work_mem = '256MB'; ${countJournal}`)
  let compared = 0
  let wrong = 0
  for (const { from, to } of ranges) {
    const { rows } = await owner.query<{ advisor_id: number; figure: string; number: number }>(
      `select advisor_id, figure, sum(number)::bigint as number from bench_count where day between $1 and $2 group by 1, 2`,
      [from, to],
    )
    const expected = new Map(rows.map(row => [`${row.advisor_id} ${row.figure}`, row.number]))
    const page = { sortBy: 'name', sortDirection: 'asc', page: 1, pageSize: 1_000_000 } as const
    const { data } = await listAdvisorFigures(owner, { firmId, from, to, ...page })
    for (const row of data) {
      for (const figure of overviewFigures) {
        compared += 1
        if (row[figure] !== (expected.get(`${row.advisorId} ${figure}`) ?? 0)) wrong += 1
      }
    }
  }
  await owner.query('drop table bench_count')
  return { compared, wrong }
}
