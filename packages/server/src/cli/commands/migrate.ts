import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { migrate } from '../../platform/db/migrate.ts'

export const migrateCommand = (): Command =>
  new Command('migrate')
    .summary('apply database migrations')
    .description(
      'Applies pending migrations. Only one process runs them at a time.\nNeeds DATABASE_OWNER_URL. The first run sets PARLEY_CELL and PARLEY_ENVIRONMENT permanently.',
    )
    .action(async () => {
      const { databaseOwnerUrl, cell, environment } = readConfig(['databaseOwnerUrl', 'cell', 'environment'])
      const say = (line: string): boolean => process.stdout.write(`${line}\n`)
      const applied = await migrate({ ownerUrl: databaseOwnerUrl, cell, environment, log: say })
      if (applied.length === 0) say('The database is up to date.')
    })
