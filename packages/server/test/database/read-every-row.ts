import { Client, escapeIdentifier } from 'pg'
import { adminUrl } from './admin-url.ts'

/** Every row of a test database as text, bytes in hex. Not by pg_dump, which refuses a server newer than itself. */
export async function readEveryRow(databaseUrl: string): Promise<string> {
  const url = new URL(adminUrl)
  url.pathname = new URL(databaseUrl).pathname
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { schema, name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select record::text as row from only ${escapeIdentifier(schema)}.${escapeIdentifier(name)} as record`,
      )
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}
