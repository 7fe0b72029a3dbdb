import type { Command } from 'commander'
import {
  type Dropped,
  dropTexts,
  type HoldSubject,
  holdSending,
  listHolds,
  releaseDoubtfulNumbers,
  releaseSending,
  type SendingHold,
} from '../../../delivery/index.ts'
import { findAdvisor, findApplication, findFirm } from '../../../identity/index.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type Operated, operatorName, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, minute, print, table } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface SubjectOptions {
  readonly advisor?: string
  readonly firm?: string
  readonly app?: string
}

/** Commands to hold and release texts. */
export function addHoldCommands(outbox: Command): void {
  withSubject(outbox.command('hold'))
    .summary('hold the texts of an advisor, firm or application')
    .description(
      'Holds texts: texts that no worker has claimed yet are not sent until they are released. Claimed texts are submitted within moments, or return and are held. New texts are accepted and wait, too. A text held for 24 hours ends as failed.',
    )
    .requiredOption('--reason <text>', 'why, for the record')
    .action((options: Formatted & Operated & SubjectOptions & { reason: string }) =>
      withDatabase(async ({ database }) => {
        const subject = await findSubject(database, options)
        await holdSending(database, subject, { reason: options.reason, operator: operatorName(options) })
        const sentence = `${subject.name} is on hold. To list holds: parley outbox holds`
        print(options, { ...subject, held: true }, sentence)
      }),
    )

  withSubject(outbox.command('release'))
    .summary('release held texts')
    .description('Ends a hold. Waiting texts are sent, unless another hold applies.')
    .option(
      '--restored',
      'all holds that parley recover placed, once every STOP of the lost time is recorded',
      false,
    )
    .action((options: Formatted & Operated & SubjectOptions & { restored: boolean }) =>
      withDatabase(async ({ database }) => {
        if (options.restored) {
          const released = await releaseDoubtfulNumbers(database, operatorName(options))
          print(options, { released }, `${released} ${released === 1 ? 'hold' : 'holds'} ended.`)
          return
        }
        const subject = await findSubject(database, options)
        const left = await releaseSending(database, subject, { actor: operatorOf(options) })
        const sentence =
          left === undefined
            ? `${subject.name} is no longer on hold.`
            : `This hold has ended, and another one is in force: ${left} To end it as well, release again.`
        print(options, { ...subject, released: true, left: left ?? null }, sentence)
      }),
    )

  withSubject(outbox.command('drop'))
    .summary('discard held texts')
    .description(
      'Permanently fails the waiting texts of an advisor, firm or application that is on hold or disabled. Texts that a worker has claimed are not affected, and texts accepted later wait.',
    )
    .requiredOption('--reason <text>', 'why, for the record')
    .action((options: Formatted & Operated & SubjectOptions & { reason: string }) =>
      withDatabase(async ({ database }) => {
        const subject = await findSubject(database, options)
        const outcome = await dropTexts(database, subject, {
          reason: options.reason,
          operator: operatorName(options),
        })
        print(options, { ...subject, ...outcome }, droppedOf(subject, outcome))
      }),
    )

  outbox
    .command('holds')
    .summary('list holds')
    .description(
      'Lists holds with operator and reason, and disabled accounts and applications with waiting texts.',
    )
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const holds = await listHolds(database)
        print(options, holds, listOf(holds))
      }),
    )
}

const withSubject = (command: Command): Command =>
  command
    .option('--advisor <advisor>', 'identifier or e-mail address')
    .option('--firm <firm>', 'id or unique name of the firm')
    .option('--app <client id>', 'from parley app list')
    .addOption(operatorOption())
    .addOption(formatOption())

async function findSubject(database: Database, { advisor, firm, app }: SubjectOptions): Promise<HoldSubject> {
  if ([advisor, firm, app].filter(given => given !== undefined).length !== 1) {
    throw new Problem('invalid_request', 'Use exactly one of --advisor, --firm and --app.')
  }
  if (advisor !== undefined) {
    const { id, name } = await findAdvisor(database, advisor)
    return { kind: 'advisor', id, name }
  }
  if (firm !== undefined) {
    const { id, name } = await findFirm(database, firm)
    return { kind: 'firm', id, name }
  }
  const { id, name } = await findApplication(database, app ?? '')
  return { kind: 'application', id, name }
}

function droppedOf({ name }: HoldSubject, { dropped, claimed }: Dropped): string {
  const sentence = `${textsOf(dropped)} of ${name} ended as failed.`
  if (claimed === 0) return sentence
  return `${sentence} ${textsOf(claimed)} ${claimed === 1 ? 'is' : 'are'} claimed by a worker and may still be sent.`
}

const textsOf = (count: number): string => `${count} ${count === 1 ? 'text' : 'texts'}`

function listOf(holds: readonly SendingHold[]): string {
  if (holds.length === 0) return 'Nothing is on hold.'
  return table(
    ['What', 'Id', 'Name', 'Texts', 'Disabled', 'Reason', 'By', 'Since'],
    holds.map(({ kind, id, name, texts, isDisabled, reason, placedBy, placedAt }) => [
      kind,
      id,
      name,
      texts,
      isDisabled ? 'yes' : 'no',
      reason ?? '-',
      placedBy ?? '-',
      placedAt === null ? '-' : minute(placedAt),
    ]),
  )
}
