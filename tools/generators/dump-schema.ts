import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { dropDatabase } from '../../packages/server/src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'

const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The schema after all migrations, as one readable file. */
export async function dumpSchema(): Promise<string> {
  const database = `parley_schema_${randomBytes(6).toString('hex')}`
  try {
    const { ownerUrl } = await provisionDatabase({ adminUrl, database })
    await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
    const flags = [
      '--schema-only',
      '--schema=public',
      '--no-owner',
      '--exclude-table=schema_migration*',
      '--exclude-table=journal_2*',
      '--exclude-table=carrier_message_2*',
    ]
    const { stdout } = await promisify(execFile)('pg_dump', [...flags, ownerUrl])
    return `-- What the migrations add up to: written by npm run generate, never by hand.\n\n${tidy(stdout)}`
  } finally {
    await dropDatabase(adminUrl, database)
  }
}

/** Removes lines that vary between servers or carry no information: versions, session settings, object headings. */
function tidy(dump: string): string {
  return dump
    .replaceAll(/^\\(un)?restrict .*$/gm, '')
    .replaceAll(/^(--\n)?-- (Name|Dumped|PostgreSQL database dump).*\n(--$)?/gm, '')
    .replaceAll(
      /^(SET \w+ = .*|SELECT pg_catalog\.set_config.*|CREATE SCHEMA public|COMMENT ON SCHEMA public .*);$/gm,
      '',
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n')
}
