import { Command } from 'commander'
import { checkCommand } from './check.ts'
import { drillCommand } from './drill.ts'

export const backupCommand = (): Command =>
  new Command('backup')
    .summary('check backups and practise a restore')
    .description('Check the backups that pgBackRest makes of the database, and practise a restore.')
    .helpCommand(false)
    .addCommand(checkCommand())
    .addCommand(drillCommand())
