import { Client, escapeIdentifier } from 'pg'

/** Drops a database if it exists, and ends its connections. */
export async function dropDatabase(adminUrl: string, database: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  await admin.connect()
  try {
    await admin.query(`drop database if exists ${escapeIdentifier(database)} with (force)`)
  } finally {
    await admin.end()
  }
}
