import { resolve } from 'node:path'
import { defaultPostgresqlPort } from '../../config.ts'
import { startEmbeddedPostgresql } from './embedded-postgresql.ts'
import { listensAt } from './listens-at.ts'

export interface ChosenDatabase {
  /** URL of a role that may create roles and databases, on the server's own database. */
  readonly adminUrl: string
  readonly database: string
  /** For the developer. */
  readonly description: string
  /** For files that are worthless without this server's data. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

const defaultName = 'parley_dev'

/** The database at the URL; without a URL, one on the PostgreSQL that runs on this machine; without that, one on npm's PostgreSQL. */
export async function chooseDatabase(databaseUrl: string | undefined): Promise<ChosenDatabase> {
  const port = defaultPostgresqlPort()
  if (databaseUrl === undefined && !(await listensAt(port))) {
    const shownFolder = '.parley/postgresql-18'
    const folder = resolve(shownFolder)
    process.stdout.write(`No PostgreSQL listens at 127.0.0.1:${port}. Starting one in ${shownFolder}.\n`)
    const { adminUrl, stop } = await startEmbeddedPostgresql(folder)
    const description = `${defaultName} on ${new URL(adminUrl).host}, PostgreSQL 18 with its data in ${shownFolder}`
    return { adminUrl, database: defaultName, description, folder, stop }
  }
  const url = new URL(databaseUrl ?? `postgres://postgres@127.0.0.1:${port}/${defaultName}`)
  const database = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  return {
    adminUrl: url.href,
    database,
    description: `${database} on ${url.host}`,
    folder: resolve('.parley'),
    stop: async () => {},
  }
}
