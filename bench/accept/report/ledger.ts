import type { Database } from '../../../packages/server/src/platform/db/pool.ts'
import { round } from './figure.ts'

interface StatementCost {
  readonly query: string
  readonly calls: number
  readonly micros: number
  readonly walBytes: number
  readonly buffers: number
}

interface TableCost {
  readonly name: string
  readonly inserted: number
  readonly updated: number
  /** Updates that found room on the page of the row and touched no index. */
  readonly hot: number
  readonly deleted: number
  /** Of b-trees that hold every row. */
  readonly indexEntries: number
  readonly bytes: number
}

/** Everything for one text. */
export interface Ledger {
  readonly statements: readonly StatementCost[]
  readonly tables: readonly TableCost[]
  readonly commits: number
  readonly walBytes: number
  readonly walRecords: number
  readonly fullPages: number
}

/** Partitions count as their table. */
const tableOf = (column: string): string => `regexp_replace(${column}, '_(default|[0-9_]+)$', '')`

export async function readLedger(database: Database, texts: number): Promise<Ledger> {
  const { rows: statements } = await database.query<StatementCost>(
    `select query, sum(calls)::float8 / $1 as calls, sum(total_exec_time)::float8 * 1000 / $1 as micros,
       sum(wal_bytes)::float8 / $1 as "walBytes",
       sum(shared_blks_hit + shared_blks_read)::float8 / $1 as buffers
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())
       and userid = (select oid from pg_roles where rolname = 'parley_app')
     group by query`,
    [texts],
  )
  const { rows: tables } = await database.query<TableCost>(
    `select ${tableOf('relname')} as name, sum(n_tup_ins)::float8 / $1 as inserted, sum(n_tup_upd)::float8 / $1 as updated,
       sum(n_tup_hot_upd)::float8 / $1 as hot, sum(n_tup_del)::float8 / $1 as deleted,
       sum((n_tup_ins + n_tup_upd - n_tup_hot_upd)
         * (select count(*) from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
           where indrelid = relid and amname = 'btree' and coalesce(pg_get_expr(indpred, indrelid), '') in ('', '(message_id > 0)')))::float8 / $1 as "indexEntries",
       sum(pg_total_relation_size(relid))::float8 / $1 as bytes
     from pg_stat_user_tables where schemaname = 'public' group by 1
     having sum(n_tup_ins + n_tup_upd + n_tup_del) > $1 * 0.01 order by 1`,
    [texts],
  )
  const { rows: whole } = await database.query<Omit<Ledger, 'statements' | 'tables'>>(
    `select (select xact_commit from pg_stat_database where datname = current_database())::float8 / $1 as commits,
       wal_bytes::float8 / $1 as "walBytes", wal_records::float8 / $1 as "walRecords", wal_fpi::float8 / $1 as "fullPages"
     from pg_stat_wal`,
    [texts],
  )
  const [sums] = whole
  if (!sums) throw new Error('No row of sums')
  return { statements, tables, ...sums }
}

/** The stages of a text, by what only their statements contain. The first that matches counts. */
const stages: readonly (readonly [stage: string, pattern: RegExp])[] = [
  ['journal entries', /insert into journal/],
  ['claim', /locked_lane/],
  ['find arrivals', /as arrived|lane_key/],
  ['record', /delete from outbox/],
  ['match early receipts', /delete from receipt/],
  ['match receipts', /insert into receipt/],
  ['raise states', /update delivery/],
  ['settle dead letters', /update dead_letter/],
  ['write texts', /insert into message/],
  ['lock members', /insert into member|member\.phone >= wanted\.phone/],
  ['read accounts', /texting_policy/],
  ['keys', /idempotency/],
  ['check callers', /oauth|grant|application|token/],
  ['begin and commit', /^(begin|commit|rollback|set)/i],
]

const stageOf = ({ query }: StatementCost): string =>
  stages.find(([, pattern]) => pattern.test(query))?.[0] ?? 'others'

export function ledgerTables({ statements, tables, ...sums }: Ledger): string {
  const byStage = [...Map.groupBy(statements, stageOf)]
    .map(([stage, of]) => ({
      stage,
      calls: total(of, 'calls'),
      micros: total(of, 'micros'),
      walBytes: total(of, 'walBytes'),
      buffers: total(of, 'buffers'),
    }))
    .toSorted((one, other) => other.micros - one.micros)
  const stageRows = byStage.map(({ stage, calls, micros, walBytes, buffers }) =>
    row(stage, round(micros), round(calls, 3), round(walBytes, 0), round(buffers)),
  )
  const all = row(
    '**all**',
    round(total(byStage, 'micros')),
    round(total(byStage, 'calls'), 3),
    round(sums.walBytes, 0),
    round(total(byStage, 'buffers')),
  )
  const versions = (table: TableCost): number => table.inserted + table.updated
  const tableRows = tables.map(table =>
    row(
      table.name,
      round(versions(table), 2),
      table.updated > 0.01 ? `${Math.round((100 * table.hot) / table.updated)} %` : '',
      round(table.deleted, 2),
      round(table.indexEntries, 2),
      round(table.bytes, 0),
    ),
  )
  const whole = row(
    '**all**',
    round(
      tables.reduce((sum, table) => sum + versions(table), 0),
      2,
    ),
    '',
    round(total(tables, 'deleted'), 2),
    round(total(tables, 'indexEntries'), 2),
    round(total(tables, 'bytes'), 0),
  )
  return [
    '| Stage | µs in the statement | statements | WAL bytes | buffers |',
    '|---|---|---|---|---|',
    ...stageRows,
    all,
    '',
    '| Table | row versions | in place | deleted | index entries | bytes on disk |',
    '|---|---|---|---|---|---|',
    ...tableRows,
    whole,
    '',
    `${round(sums.commits, 3)} commits, ${round(sums.walRecords)} WAL records, ${round(sums.fullPages, 3)} full pages.`,
  ].join('\n')
}

const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map(cell => cell.toLocaleString('en-US')).join(' | ')} |`

function total<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, each) => sum + each[key], 0)
}
