import { Command } from 'commander'
import { checkLog, type Finding, type LogCheck } from '../../../sealing/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

export const checkCommand = (): Command =>
  new Command('check')
    .summary('recompute the log from all entries')
    .description(
      'Recomputes every leaf from the content of its entry, and compares the log with all signed checkpoints that are kept.\nThe worker does the same once a day. The result is an entry of the installation. Exit code 1: something was found.',
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const check = await checkLog(database, operatorOf(options))
        print(options, check, textOf(check))
        if (check.findingCount > 0) process.exitCode = 1
      }),
    )

const textOf = ({ size, checkpoints, findings, findingCount }: LogCheck): string =>
  fields([
    ['Entries checked', size],
    ['Checkpoints compared', checkpoints],
    ['Findings', findingCount === 0 ? 'none' : `${findingCount}, the first:`],
    ...findings.map(finding => ['', describe(finding)] as const),
  ])

function describe(finding: Finding): string {
  switch (finding.kind) {
    case 'leaf_missing':
      return `leaf ${finding.logIndex} was deleted from the log`
    case 'entry_missing':
      return `entry ${finding.entryId} was deleted (leaf ${finding.logIndex})`
    case 'entry_changed':
      return `entry ${finding.entryId} is not what was sealed (leaf ${finding.logIndex})`
    case 'chain_broken':
      return `the numbers of its owner are broken at entry ${finding.entryId} (leaf ${finding.logIndex})`
    case 'tree_changed':
      return `the first ${finding.size} leaves are not those that were signed`
    case 'entry_not_in_log':
      return `entry ${finding.entryId} is not in the log, though its transaction is older than the last pass`
    case 'dated_ahead':
      return `entry ${finding.entryId} has a time after the log had been signed with it (leaf ${finding.logIndex})`
    case 'entered_late':
      return `entry ${finding.entryId} has the form of old entries and an old time, but came into the log after new ones (leaf ${finding.logIndex})`
  }
}
