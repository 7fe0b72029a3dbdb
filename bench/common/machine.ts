import { cpus, totalmem } from 'node:os'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'

const settings = [
  'autovacuum',
  'effective_cache_size',
  'fsync',
  'jit',
  'max_parallel_workers_per_gather',
  'max_wal_size',
  'random_page_cost',
  'shared_buffers',
  'synchronous_commit',
  'work_mem',
]

/** Context needed to read a figure. */
export async function describeMachine(database: Database) {
  const { rows } = await database.query<{ name: string; setting: string }>(
    'select name, current_setting(name) as setting from pg_settings where name = any($1) order by name',
    [settings],
  )
  const { rows: sizes } = await database.query<{ relation: string; bytes: number }>(
    `select relname as relation, pg_relation_size(oid) as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and pg_relation_size(oid) > 10000000
     order by 2 desc`,
  )
  const { rows: versions } = await database.query<{ server_version: string }>('show server_version')
  const [cpu] = cpus()
  return {
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgresql: versions[0]?.server_version,
    settings: Object.fromEntries(rows.map(({ name, setting }) => [name, setting])),
    relationMegabytes: Object.fromEntries(
      sizes.map(({ relation, bytes }) => [relation, Math.round(bytes / 2 ** 20)]),
    ),
  }
}
