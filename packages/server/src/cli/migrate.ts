import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'

export const migrateCommand = (): Command =>
  new Command('migrate')
    .summary('bring the database up to date')
    .description(
      'Applies the migrations that the database has not seen, one process at a time.\nNeeds DATABASE_OWNER_URL. The first run fixes PARLEY_CELL and PARLEY_ENVIRONMENT for good.',
    )
    .action(async () => {
      const { databaseOwnerUrl, cell, environment } = readConfig(['databaseOwnerUrl', 'cell', 'environment'])
      const say = (line: string): boolean => process.stdout.write(`${line}\n`)
      const applied = await migrate({ ownerUrl: databaseOwnerUrl, cell, environment, log: say })
      if (applied.length === 0) say('The database is up to date.')
    })
