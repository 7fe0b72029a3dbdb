import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { InstallationMismatchError } from '../errors.ts'
import { type DatabaseUrls, databaseUrls } from './database-urls.ts'

interface Provision {
  readonly adminUrl: string
  readonly database: string
  /** Drop the database first, and end its connections. */
  readonly fresh?: boolean
}

/**
 * Creates the three roles and the database if they are missing, for development and tests. Several processes may run it at once.
 * Operators do the same by hand, with their own passwords.
 */
export async function provisionDatabase({ adminUrl, database, fresh }: Provision): Promise<DatabaseUrls> {
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  const name = escapeIdentifier(database)
  await admin.connect()
  try {
    await admin.query(createRole('parley_owner'))
    await admin.query(createRole('parley_app'))
    await admin.query(createRole('parley_sealer'))
    if (fresh) {
      await refuseProduction(adminUrl, database)
      await admin.query(`drop database if exists ${name} with (force)`)
    }
    // template0 never has connections, which would make the creation fail.
    await admin.query(`create database ${name} owner parley_owner template template0 encoding 'UTF8'`)
  } catch (error) {
    if (!isDuplicateDatabase(error)) throw error
  } finally {
    await admin.end()
  }
  return databaseUrls(adminUrl, database)
}

/** A mistyped URL must not destroy an archive. */
async function refuseProduction(adminUrl: string, database: string): Promise<void> {
  const url = new URL(adminUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query(
      `select environment from installation where environment = 'production'`,
    )
    if (rows.length > 0)
      throw new InstallationMismatchError('This is a production database and is not dropped')
  } catch (error) {
    // 3D000: no such database. 42P01: no table of ours in it.
    const isHarmless = error instanceof DatabaseError && (error.code === '3D000' || error.code === '42P01')
    if (!isHarmless) throw error
  } finally {
    await client.end()
  }
}

function createRole(role: string): string {
  return `
    do $$
    begin
      create role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password 'parley';
    exception
      when duplicate_object or unique_violation then null;
    end
    $$`
}

/** 42P04 duplicate_database; the loser of a race gets 23505 unique_violation instead. */
function isDuplicateDatabase(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505')
}
