// npm run bench:partitions -- [--years 3] [--texts 500000] [--pages 3000] [--database-url …]
// How long a page of a conversation takes when its texts are spread over years of partitions.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureMessagePartitions } from '../../packages/server/src/delivery/index.ts'
import { ensurePartitions } from '../../packages/server/src/journal/index.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { dropDatabase } from '../../packages/server/src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { getThread } from '../../packages/server/src/texting/conversations/get-thread.ts'

const { values: options } = parseArgs({
  options: {
    years: { type: 'string', default: '3' },
    texts: { type: 'string', default: '500000' },
    pages: { type: 'string', default: '3000' },
    'database-url': { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/parley_bench_partitions' },
  },
})
const days = Math.round(Number(options.years) * 365)
const texts = Number(options.texts)
const pages = Number(options.pages)
const advisors = 50
const textsOfConversation = 100
const conversations = Math.ceil(texts / textsOfConversation)
const dayMs = 86_400_000
const start = Date.now() - days * dayMs

/** As the worker would have, had it run all these years at 5 million texts a day. */
async function createPartitions(owner: Database, database: Database): Promise<void> {
  for (let day = 0; day <= days; day += 30) {
    await ensurePartitions(database, new Date(start + day * dayMs))
    await owner.query(`select setval('message_id', $1)`, [1 + day * 5_000_000 * 1024])
    await ensureMessagePartitions(database)
  }
}

/** The texts of each conversation are spread evenly over all the years, and each has the journal entry of its sender. */
async function fill(owner: Database): Promise<void> {
  await owner.query(
    `with firm as (insert into firm (name) values ('Firm') returning id)
     insert into advisor (id, firm_id, identifier, name, email, time_zone)
     select n, firm.id, 'advisor-' || n, 'Advisor', 'advisor-' || n || '@firm.test', 'America/New_York'
     from firm, generate_series(1, $1::integer) as n`,
    [advisors],
  )
  await owner.query(
    `insert into member (advisor_id, id, phone, consent, consent_version, has_accepted)
     select 1 + n % $2, n, '+1' || (2000000000 + n), 'accepted', 2, true from generate_series(1, $1::integer) as n`,
    [conversations, advisors],
  )
  await owner.query(
    `with text as (
       select 1 + member % $2 as advisor_id, member, 1 + 1024 * ((n * $4::bigint + member) * 5000000 * $5 / ($4 * $3)) as id,
         (to_timestamp($6::float8 / 1000) + make_interval(secs => $5 * 86400.0 * (n * $4::bigint + member) / ($4 * $3)))::timestamptz(3) as at
       from generate_series(0, $3::integer - 1) as n, generate_series(1, $1::integer) as member
     ), entry as (
       insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
       select advisor_id, at, 'message.accepted', id,
         jsonb_build_object('actor', jsonb_build_object('kind', 'advisor'), 'facts', jsonb_build_object('text', repeat('x', 300))), sha256('x')
       from text
     )
     , delivered as (
       insert into delivery (advisor_id, message_id, updated_at, state) select advisor_id, id, at, 5 from text
     )
     insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at)
     select advisor_id, id, member, 'out', 'text', '+12025550100', '+1' || (2000000000 + member), repeat('x', 80), 2, at
     from text`,
    [conversations, advisors, textsOfConversation, conversations, days, start],
  )
  await owner.query('analyze message; analyze delivery; analyze journal; analyze member')
}

const shareOf = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)

/** Nanoseconds on a processor so far, unlike the clock independent of what else the machine does. */
function createProcessorClock(backend: number): () => number {
  const file = `/proc/${backend}/schedstat`
  return () => {
    const { user, system } = process.cpuUsage()
    return Number(readFileSync(file, 'utf8').split(' ')[0]) + (user + system) * 1_000
  }
}

async function measure(database: Database): Promise<void> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processor = createProcessorClock(rows[0]?.pid ?? 0)
  const took: number[] = []
  const used: number[] = []
  const readPage = async (memberId: number, cursor?: string): ReturnType<typeof getThread> => {
    const [began, before] = [performance.now(), processor()]
    const page = await getThread(database, 1 + (memberId % advisors), { memberId, cursor, limit: 40 })
    took.push(performance.now() - began)
    used.push((processor() - before) / 1e6)
    if (page.entries.length !== 40) throw new Error('a page is not full')
    return page
  }
  for (let page = 0; page < pages / 2; page += 1) {
    const memberId = 1 + ((page * 7919) % conversations)
    const { nextCursor } = await readPage(memberId)
    await readPage(memberId, nextCursor)
  }
  for (const [name, all] of Object.entries({ 'elapsed time': took, 'processor time': used })) {
    const sorted = all.toSorted((one, other) => one - other)
    const [p50, p99, max] = [0.5, 0.99, 1].map(share => shareOf(sorted, share))
    console.log(
      `${name}, ${pages} pages: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms (first ${all[0]?.toFixed(1)} ms)`,
    )
  }
}

const adminUrl = new URL(options['database-url'])
const name = adminUrl.pathname.slice(1)
adminUrl.pathname = '/postgres'
const { ownerUrl, appUrl } = await provisionDatabase({ adminUrl: adminUrl.href, database: name, fresh: true })
await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
const settings = { size: 1, applicationName: 'bench', connectTimeoutMs: 30_000 }
const owner = createPool({ ...settings, url: ownerUrl })
const database = createPool({ ...settings, url: appUrl })
try {
  await createPartitions(owner, database)
  await fill(owner)
  const { rows } = await owner.query(
    `select (select count(*) from partition_ranges('message')) as message, (select count(*) from partition_ranges('journal')) as journal,
       (select count(*) from message) as texts, (select count(distinct tableoid) from message) as used`,
  )
  console.log('partitions', rows[0])
  await measure(database)
} finally {
  await Promise.all([owner.end(), database.end()])
  await dropDatabase(adminUrl.href, name)
}
