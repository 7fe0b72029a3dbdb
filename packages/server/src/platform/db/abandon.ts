import { Client, type PoolClient } from 'pg'
import type { Database } from './pool.ts'

/**
 * Destroys a connection whose commit is overdue. The server would keep waiting for its standby, one backend and its
 * row locks for each such commit until max_connections is used up and reads fail too; hence the cancel.
 */
export async function abandon(database: Database, client: PoolClient): Promise<void> {
  const { processID } = client as PoolClient & { readonly processID: number }
  const canceller = new Client(database.options)
  canceller.on('error', () => {})
  try {
    await canceller.connect()
    const query = { text: 'select pg_cancel_backend($1)', values: [processID], query_timeout: 1_000 }
    await canceller.query(query)
  } catch {
    // The server is unreachable, so there is nothing to free.
  } finally {
    client.release(true)
    await canceller.end()
  }
}
