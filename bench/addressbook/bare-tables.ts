// Rows are loaded into tables without indexes and constraints, which are created afterwards: ten times faster.
import type { Database } from '../../packages/server/src/platform/db/pool.ts'

interface Definition {
  readonly table: string
  readonly name: string
  readonly definition: string
  readonly kind: 'key' | 'foreign key' | 'index'
}

/** What was dropped, to be restored. */
export type DroppedDefinitions = readonly Definition[]

const definitions = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition,
    case contype when 'f' then 'foreign key' else 'key' end as kind
  from pg_constraint where contype in ('p', 'u', 'f')
    -- Foreign keys of other tables, too: they rest on the keys that go.
    and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) and conparentid = 0
  union all
  select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), 'index'
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  order by 4, 1, 2`

export async function takeOff(owner: Database, tables: readonly string[]): Promise<DroppedDefinitions> {
  const { rows } = await owner.query<Definition>(definitions, [tables])
  const inOrder = [
    ...rows.filter(({ kind }) => kind === 'foreign key'),
    ...rows.filter(({ kind }) => kind !== 'foreign key'),
  ]
  for (const { kind, name, table } of inOrder) {
    await owner.query(
      kind === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint "${name}"`,
    )
  }
  return rows
}

/** Keys first, then the other indexes, two at a time, then the foreign keys, which need the keys. */
export async function putBack(
  owner: Database,
  taken: DroppedDefinitions,
  tell: (what: string) => void,
): Promise<void> {
  const make = async ({ kind, table, name, definition }: Definition): Promise<void> => {
    const start = performance.now()
    const statement =
      kind === 'index' ? definition : `alter table ${table} add constraint "${name}" ${definition}`
    const client = await owner.connect()
    try {
      await client.query(
        `set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0; set statement_timeout = 0`,
      )
      await client.query(statement)
    } finally {
      client.release(true)
    }
    tell(`${name} ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  }
  for (const kind of ['key', 'index', 'foreign key'] as const) {
    // The inverted index takes as long as all others together, so it starts first.
    const queue = taken
      .filter(definition => definition.kind === kind)
      .toSorted((one, other) => Number(isInverted(other)) - Number(isInverted(one)))
    // Adding a key or a foreign key locks its tables.
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) await make(next)
    }
    await Promise.all(Array.from({ length: kind === 'index' ? 2 : 1 }, work))
  }
}

const isInverted = ({ definition }: Definition): boolean => definition.includes('USING gin')

/** The whole schema as comparable text. */
export async function describeSchema(owner: Database): Promise<string> {
  const { rows } = await owner.query<{ line: string }>(`
    select format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select format('%s %s', indexdef, (select indisvalid from pg_index where indexrelid = indexname::regclass))
    from pg_indexes where schemaname = 'public'
    union all
    select format('%s.%s %s %s', table_name, column_name, data_type, column_default)
    from information_schema.columns where table_schema = 'public'
    order by 1`)
  return rows.map(({ line }) => line).join('\n')
}
