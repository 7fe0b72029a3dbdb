import { Command } from 'commander'
import { type BackupCheck, checkBackup } from '../../../recovery/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print } from '../../terminal/output.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { type Located, stanzaOption, toolConfigOption, toolOf } from './located.ts'

interface CheckOptions extends Formatted, Operated, Located {
  readonly maxAgeHours: number
  readonly maxDrillDays: number
}

export const checkCommand = (): Command =>
  new Command('check')
    .summary('say whether the database could be brought back')
    .description(
      'Reads what pgBackRest has, whether write-ahead log is archived and received, and when a restore was practised last. Run it after every backup: the metrics and alerts of\nthe worker read its result. Exit code 1: something must be seen to.\nNeeds DATABASE_URL, and a user that may read the backups.',
    )
    .addOption(stanzaOption())
    .addOption(toolConfigOption())
    .option('--max-age-hours <hours>', 'how old the newest backup may be', wholeNumber(1, 8_760), 26)
    .option(
      '--max-drill-days <days>',
      'how long ago a restore may have been practised',
      wholeNumber(1, 3_650),
      35,
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((options: CheckOptions) =>
      withDatabase(async ({ database }) => {
        const check = await checkBackup(database, {
          tool: toolOf(options),
          limits: { backupHours: options.maxAgeHours, drillDays: options.maxDrillDays },
          actor: operatorOf(options),
        })
        print(options, check, textOf(check))
        if (check.findings.length > 0) process.exitCode = 1
      }),
    )

const textOf = ({ newest, backups, receivers, isSynchronous, drillSeconds, findings }: BackupCheck): string =>
  fields([
    ['Newest backup', newest ? `${newest.label} (${newest.kind}), ${minute(newest.finishedAt)}` : 'none'],
    ['Backups', backups],
    ['Receivers', `${receivers}${isSynchronous ? ', commits wait for them' : ''}`],
    ['Last good drill', drillSeconds === null ? 'never' : `${(drillSeconds / 86_400).toFixed(1)} days ago`],
    ['See to', findings.length === 0 ? 'nothing' : findings],
  ])
