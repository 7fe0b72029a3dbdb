import { Command } from 'commander'
import {
  countOutbox,
  type DeadLetter,
  listDeadLetters,
  type OutboxState,
  retryText,
} from '../../../delivery/index.ts'
import { findAdvisor } from '../../../identity/index.ts'
import { type Operated, operatorName, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, table } from '../../terminal/output.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { addHoldCommands } from './holds.ts'

export const outboxCommand = (): Command => {
  const outbox = new Command('outbox')
    .summary('manage the outbox')
    .description('Manage texts on their way to carriers, and those that need attention. Needs DATABASE_URL.')
    .helpCommand(false)

  outbox
    .command('status')
    .summary('show queue size and age')
    .description('Shows how many texts are waiting or in flight, and the age of the oldest.')
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const state = await countOutbox(database)
        print(options, state, describe(state))
      }),
    )

  outbox
    .command('list')
    .summary('list texts that need attention')
    .description(
      'Lists texts that were given up, expired or have an unknown outcome, oldest first. A text with an unknown outcome leaves the list when its receipt arrives.',
    )
    .option('--advisor <advisor>', 'only this advisor: identifier or e-mail address')
    .option('--limit <number>', 'maximum number', wholeNumber(1), 100)
    .addOption(formatOption())
    .action(({ advisor, limit, ...options }: Formatted & { advisor?: string; limit: number }) =>
      withDatabase(async ({ database }) => {
        const letters = await listDeadLetters(database, {
          advisorId: advisor === undefined ? undefined : (await findAdvisor(database, advisor)).id,
          limit,
        })
        print(options, letters, listOf(letters))
      }),
    )

  outbox
    .command('retry')
    .summary('retry a text that was given up')
    .description(
      'Queues again a text that was given up after its last attempt. Texts with an unknown outcome are rejected, because the recipient may already have them, unless you say with --unconfirmed that the carrier does not know them.',
    )
    .option('--unconfirmed', 'send a text with an unknown outcome again', false)
    .argument('<message id>', 'from parley outbox list', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((messageId: number, options: Formatted & Operated & { unconfirmed: boolean }) =>
      withDatabase(async ({ database }) => {
        const { unconfirmed: isUnconfirmed } = options
        await retryText(database, messageId, { operator: operatorName(options), isUnconfirmed })
        print(options, { messageId, retried: true }, `Text ${messageId} is queued again.`)
      }),
    )

  addHoldCommands(outbox)
  return outbox
}

function describe(state: OutboxState): string {
  const rows = fields([
    ['Waiting', state.waiting],
    ['Oldest', state.oldestAt === null ? '-' : age(state.oldestAt)],
    ['On hold', state.held],
    ['To be retried', state.later],
    ['In flight', state.inFlight],
    ['In doubt', state.doubtful],
    ['Numbers paused', state.lanesPaused],
    ['Numbers disabled', state.lanesClosed],
    ['Need attention', state.deadLetters],
  ])
  return `Outbox\n\n${rows}`
}

function listOf(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No texts need attention.'
  return table(
    ['Message', 'Advisor', 'From', 'To', 'Ending', 'Reason', 'Attempts', 'Since', 'Age'],
    letters.map(({ messageId, advisor, number, phone, ending, reason, attempts, at }) => [
      messageId,
      advisor,
      number,
      phone,
      ending,
      reason,
      attempts,
      minute(at),
      age(at),
    ]),
  )
}

function age(since: Date): string {
  const seconds = Math.max(0, Math.round((Date.now() - since.getTime()) / 1_000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
