// One statement for every reader, on a log that is far larger than what it returns. PARLEY_TEST_LOG sets how many entries.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EventsApplication, type EventsServer, startEvents } from '../../test/servers/events-server.ts'
import type { Queryable } from '../platform/db/pool.ts'
import { readEvents } from './index.ts'

const entries = Number(process.env['PARLEY_TEST_LOG'] ?? 200_000)
const advisorCount = Number(process.env['PARLEY_TEST_ADVISORS'] ?? 1_000)

let server: EventsServer
/** Allowed by all advisors. */
let wide: EventsApplication
/** Allowed by three of them. */
let narrow: EventsApplication

beforeAll(async () => {
  server = await startEvents({ isSealing: false })
  wide = await server.addApplication()
  narrow = await server.addApplication()
  const { owner } = server
  await owner.query(`insert into firm (name) values ('A firm')`)
  await owner.query(
    `insert into advisor (firm_id, identifier, name, email, time_zone)
     select (select max(id) from firm), 'crowd-' || number, 'An advisor', 'crowd-' || number || '@example.com', 'UTC'
     from generate_series(1, $1::integer) as number`,
    [advisorCount],
  )
  await owner.query(
    `insert into authorization_grant (advisor_id, application_id, grant_id, scopes, granted_at)
     select id, $1::bigint, 'wide-' || id, '{text.messaging.read,core.contacts.read}'::text[], now() - interval '1 day' from advisor
     union all
     (select id, $2::bigint, 'narrow-' || id, '{text.messaging.read,core.contacts.read}', now() - interval '1 day'
      from advisor order by id limit 3)`,
    [wide.id, narrow.id],
  )
  // Written as the service and the sealer would have.
  await owner.query(
    `with crowd as (select array_agg(id order by id) as ids from advisor), written as (
       insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       select ids[1 + number % $2::integer], now() - interval '1 hour' + number * interval '1 millisecond' / 100,
         (array['message.accepted', 'message.submitted', 'message.delivered', 'contact.created'])[1 + number / $2::integer % 4], number,
         '{"actor":{"kind":"system"},"traceId":null}', '{"memberId":1,"to":"+12025550123","kind":"text"}', sha256(''), sha256('')
       from crowd, generate_series(0, $1::integer - 1) as number order by number
       returning advisor_id, occurred_at, id
     )
     insert into log_entry (owner_id, seq, log_index, occurred_at, entry_id, leaf_hash)
     select advisor_id, row_number() over (partition by advisor_id order by id), row_number() over (order by id) - 1,
       occurred_at, id, sha256('') from written order by id`,
    [entries, advisorCount],
  )
  await owner.query(
    `insert into log_state (number, snapshot, size, floor_id, cluster, root)
     select number + 1, pg_current_snapshot(), $1, floor_id, cluster, root from log_head`,
    [entries],
  )
  await owner.query('analyze')
})
afterAll(() => server.close())

/** Runs statements, and keeps how they were executed: once with these values, once with the plan for any values. */
function explaining(): { readonly db: Queryable; readonly plans: string[] } {
  const plans: string[] = []
  const query = async (given: { name: string; text: string; values: unknown[] }) => {
    const client = await server.database.connect()
    try {
      const values = given.values.map(value =>
        Array.isArray(value) ? `'{${value.join(',')}}'` : String(value),
      )
      await client.query(`prepare explained as ${given.text}`)
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`)
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers) execute explained (${values.join(', ')})`,
        )
        plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
      }
    } finally {
      client.release(true)
    }
    return server.database.query(given)
  }
  return { db: { query } as unknown as Queryable, plans }
}

const msOf = (plan: string): number => Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1])
const buffersOf = (plan: string): number =>
  [...(/Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan)?.slice(1) ?? [])].reduce(
    (sum, count) => sum + Number(count ?? 0),
    0,
  )

const readers: [string, () => { applicationId: number; types?: string[] }, number][] = [
  ['all advisors', () => ({ applicationId: wide.id }), 50],
  ['three advisors', () => ({ applicationId: narrow.id }), 50],
  ['three advisors, one type', () => ({ applicationId: narrow.id, types: ['contact.created'] }), 50],
]

it.each(readers)(
  '%s: a page is found by index, at the beginning, in the middle and at the end',
  async (name, reader, limit) => {
    for (const position of [0, Math.floor(entries / 2), entries - 20, entries]) {
      const { db, plans } = explaining()
      const { events } = await readEvents(db, { ...reader(), position, limit })
      for (const plan of plans) {
        if (process.env['PARLEY_TEST_LOG'])
          process.stdout.write(`${name} at ${position}: ${msOf(plan)} ms, ${buffersOf(plan)} buffers
`)
        expect(plan).not.toMatch(/Seq Scan on (log_entry|journal|authorization_grant)/)
        expect(plan).toMatch(/Index Scan using log_entry_\w*by_owner/)
        // A few pages for each advisor, however long the log is.
        expect(buffersOf(plan)).toBeLessThan(name.startsWith('all') ? 12 * advisorCount : 6_000)
      }
      if (position === 0) expect(events).toHaveLength(limit)
    }
  },
)
