import { userInfo } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { findAdvisor } from '../identity/index.ts'
import {
  countOutbox,
  type DeadLetter,
  listDeadLetters,
  type OutboxState,
  retryText,
} from '../texting/index.ts'
import { type Formatted, fields, formatOption, minute, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

export const outboxCommand = (): Command => {
  const outbox = new Command('outbox')
    .summary('texts on their way to carriers')
    .description('Texts on their way to carriers, and those that need a person. Needs DATABASE_URL.')
    .helpCommand(false)

  outbox
    .command('status')
    .summary('show how many wait, and how long')
    .description('Shows how many texts wait or are in flight, and for how long the oldest has waited.')
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const state = await countOutbox(database)
        print(options, state, describe(state))
      }),
    )

  outbox
    .command('list')
    .summary('list texts that need a person')
    .description(
      'Lists texts that were given up, came too late, or have an unknown outcome, oldest first. One of unknown outcome leaves the list when its receipt comes.',
    )
    .option('--advisor <advisor>', 'only those of this advisor: identifier or e-mail address')
    .option('--limit <number>', 'how many at most', wholeNumber, 100)
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
    .summary('send a text that was given up')
    .description(
      'Puts a text that was given up after its last attempt back on its way. One of unknown outcome is refused: its recipient may have it.',
    )
    .argument('<message id>', 'as parley outbox list shows it', wholeNumber)
    .addOption(formatOption())
    .action((messageId: number, options: Formatted) =>
      withDatabase(async ({ database }) => {
        await retryText(database, messageId, userInfo().username)
        print(options, { messageId, retried: true }, `The text ${messageId} is on its way again.`)
      }),
    )

  return outbox
}

function wholeNumber(text: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(text)
}

function describe(state: OutboxState): string {
  const rows = fields([
    ['Waiting', state.waiting],
    ['Oldest', state.oldestAt === null ? '-' : age(state.oldestAt)],
    ['To be retried', state.later],
    ['In flight', state.inFlight],
    ['Being looked up', state.doubtful],
    ['Numbers paused', state.lanesPaused],
    ['Numbers out of use', state.lanesClosed],
    ['Need a person', state.deadLetters],
  ])
  return `The outbox\n\n${rows}`
}

function listOf(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No text needs a person.'
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
