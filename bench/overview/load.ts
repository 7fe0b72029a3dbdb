// A firm with a year of texts, written set-based as journal and log: nothing is sent, and no chain is hashed.
import { ensurePartitions } from '../../packages/server/src/journal/index.ts'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'

export interface Shape {
  readonly advisors: number
  readonly texts: number
  readonly days: number
}

const dayMs = 86_400_000
const membersOfAdvisor = 200

/** Loads the texts of some days at a time and returns the number of entries. */
export async function load(
  owner: Database,
  { advisors, texts, days }: Shape,
  say: (words: string) => void,
): Promise<{ firmId: number; entries: number }> {
  const startMs = Math.floor(Date.now() / dayMs) * dayMs - (days - 1) * dayMs
  await ensurePartitions(owner, new Date(startMs))
  const { rows } = await owner.query<{ id: number }>(
    `with firm as (insert into firm (name) values ('Northwind Wealth') returning id)
     insert into advisor (firm_id, identifier, name, email, time_zone)
     select firm.id, 'advisor-' || number, 'Advisor ' || number, 'advisor-' || number || '@firm.test', 'America/New_York'
     from firm, generate_series(1, $1::integer) as number returning firm_id as id`,
    [advisors],
  )
  const firmId = rows[0]?.id ?? 0
  await owner.query(
    `create table bench_advisor as select row_number() over (order by id) - 1 as number, id from advisor where firm_id = ${firmId};
     create unique index on bench_advisor (number)`,
  )
  let entries = 0
  const lastMs = Date.now() - 120_000
  const step = Math.max(1, Math.round(days / 73))
  for (let day = 0; day < days; day += step) {
    const range = [Math.floor((texts * day) / days), Math.floor((texts * Math.min(days, day + step)) / days)]
    const { rowCount } = await owner.query(writeEntries, [
      ...range,
      startMs,
      (lastMs - startMs) / texts,
      entries,
      advisors,
    ])
    entries += rowCount ?? 0
    say(`${range[1]} texts, ${entries} entries`)
  }
  await owner.query(
    `insert into log_state (number, snapshot, size, floor_id, cluster, root)
     select number + 1, pg_current_snapshot(), $1, $1, cluster, root from log_head`,
    [entries],
  )
  await owner.query('drop table bench_advisor; analyze journal; analyze log_entry; analyze advisor')
  // As autovacuum does.
  await owner.query(`select brin_summarize_new_values(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
     where relkind = 'i' and relam = (select oid from pg_am where amname = 'brin')`)
  return { firmId, entries }
}

/** Of every hundred texts: 20 are scheduled, 96 delivered, 3 fail, 25 get a reply. Two ask for consent, one person in 300 opts out.
 * What nothing counts, such as `message.submitted`, is left out. */
const writeEntries = `
  with text as (
    select n, bench_advisor.id as advisor_id, hashint8(n) as random, 1000000 + n as message_id,
      bench_advisor.id * ${membersOfAdvisor} + abs(hashint8(n + 7)) % ${membersOfAdvisor} as member_id,
      to_timestamp(($3::float8 + n * $4::float8) / 1000) as at
    from generate_series($1::bigint, $2::bigint - 1) as n
    join bench_advisor on number = abs(hashint8(n * 3 + 1)) % $6::integer
  ), act as (
    select advisor_id, message_id as subject_id, 'message.accepted' as kind, at, member_id,
      case when abs(random) % 10 < 2 then '{"kind":"system","task":"schedule"}'
        when abs(random) % 10 < 5 then '{"applicationId":1,"kind":"application"}' else '{"kind":"advisor"}' end as actor,
      concat('{"consentVersion":2,"from":"+12025550100","kind":"text","memberId":', member_id,
        ',"policy":{"rule":"recipient accepted","version":1},"text":"Good morning Maria, the form that you asked about is ready to sign.","to":"+12025550123"}') as facts
    from text
    union all
    select advisor_id, message_id, case abs(random) % 100 when 97 then 'message.failed' when 98 then 'message.undelivered'
        else 'message.delivered' end, at + interval '3 seconds', member_id,
      '{"kind":"system","task":"delivery receipts"}', concat('{"carrier":"c","memberId":', member_id, ',"reason":"unreachable"}')
    from text where abs(random) % 100 <> 99
    union all
    select advisor_id, message_id + 500000000, 'message.received', at + make_interval(secs => 20 + abs(random) % 3000), member_id,
      concat('{"kind":"recipient","memberId":', member_id, '}'),
      concat('{"classifyInbound":{"kind":"other"},"from":"+12025550123","memberId":', member_id, ',"text":"Thank you, I will look at it tomorrow."}')
    from text where abs(random) % 4 = 1
    union all
    select advisor_id, member_id, kind, at + make_interval(secs => late), member_id,
      concat('{"kind":"recipient","memberId":', member_id, '}'), '{"after":"pending","before":"none","phone":"+12025550123","version":1}'
    from text join (values ('consent.requested', 50, 1, 0), ('consent.accepted', 70, 1, 900), ('consent.revoked', 300, 2, 5))
      as consent (kind, one_in, rest, late) on abs(random) % one_in = rest
  ), entry as (
    select act.*, least(at, now())::timestamptz(3) as occurred_at,
      $5::bigint + row_number() over (order by least(at, now()), subject_id, kind) - 1 as place
    from act
  ), written as (
    insert into journal (advisor_id, occurred_at, id, kind, subject_id, head, facts, salts, digest)
    select advisor_id, occurred_at, place + 1, kind, subject_id,
      convert_to(concat('{"actor":', actor, ',"advisorId":', advisor_id, ',"kind":"', kind, '","traceId":null}'), 'UTF8'),
      convert_to(facts, 'UTF8'), '\\x0101010101010101010101010101010101010101010101010101010101010101',
      '\\x0202020202020202020202020202020202020202020202020202020202020202'
    from entry order by place
  )
  insert into log_entry (owner_id, seq, log_index, occurred_at, entry_id, leaf_hash)
  select advisor_id, place + 1, place, occurred_at, place + 1, '\\x0303030303030303030303030303030303030303030303030303030303030303'
  from entry order by place`
