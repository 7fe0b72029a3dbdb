import { Client } from 'pg'

/** Runs statements on a connection of its own, and returns the rows of the last one. */
export async function runSql<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  // A test may end the server's side of it.
  client.on('error', () => {})
  await client.connect()
  try {
    const results = [await client.query<Row>(sql)].flat()
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}
