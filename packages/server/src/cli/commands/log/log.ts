import { Command } from 'commander'
import { recordAct } from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { adoptLog, type LogStatus, readLogStatus } from '../../../sealing/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { checkCommand } from './check.ts'
import { keysCommand } from './keys.ts'
import { proveCommand } from './prove.ts'

export const logCommand = (): Command => {
  const log = new Command('log')
    .summary('inspect and check the sealed log')
    .description('Inspect and check the log in which all journal entries have one order and are sealed.')
    .helpCommand(false)

  log
    .command('status')
    .summary('show size and state')
    .description(
      'Shows how many entries the log has, how many wait for it, what was signed last, and whether it can go on.\nNeeds SEALER_DATABASE_URL.',
    )
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const status = await readLogStatus(database)
        print(options, status, statusOf(status))
      }, 'sealerDatabaseUrl'),
    )

  log
    .command('adopt')
    .summary('let the log go on in a restored database')
    .description(
      'After a restore from a dump the log does not go on by itself, because it cannot tell which entries it has.\nThis compares all of them, while nothing can be written, and adds the missing ones. Also needs DATABASE_URL.',
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action(async (options: Formatted & Operated) => {
      // In a transaction of its own: the sealer's role may not write entries. It is the last entry that the log then adopts.
      await withDatabase(({ database }) =>
        inTransaction(database, tx =>
          recordAct(tx, {
            owner: { installation: true },
            actor: operatorOf(options),
            kind: 'log.adoption_ordered',
            subject: { kind: 'log', id: 1 },
            facts: {},
          }),
        ),
      )
      await withDatabase(async ({ database }) => {
        const adoption = await adoptLog(database)
        if (adoption.kind === 'refused')
          throw new Problem(
            'conflict',
            'Nothing was changed: the log does not agree with its entries. Run parley log check.',
          )
        print(options, adoption, `Entries added: ${adoption.added}. The log goes on.`)
      }, 'sealerDatabaseUrl')
    })

  log.addCommand(checkCommand()).addCommand(proveCommand()).addCommand(keysCommand())
  return log
}

const remedies: Readonly<Record<NonNullable<LogStatus['refusal']>, string>> = {
  standby: 'no: this is a standby. Connect to the primary.',
  other_cluster: 'no: this database was restored or copied. Run parley log adopt.',
  gone_back: 'no: transaction ids have gone back. Run parley log adopt.',
  shrunk: 'no: there are fewer entries than were signed (shrunk). Was an old backup restored?',
  forked: 'no: there are other entries than were signed (forked). Run parley log check.',
  damaged: 'no: an entry was changed or deleted (damaged). Run parley log check.',
  state_lost: 'no: the key of the log or its .signed file is gone (state_lost). Put them back.',
}

const statusOf = ({ size, waiting, signed, refusal }: LogStatus): string =>
  fields([
    ['Entries', size],
    ['Waiting', waiting],
    ['Signed', signed ? `${signed.size} entries, ${minute(signed.at)}, as ${signed.origin}` : 'never'],
    ['Goes on', refusal === null ? 'yes' : remedies[refusal]],
  ])
