import { Command } from 'commander'
import { optOut } from '../../consent/index.ts'
import { findAdvisor } from '../../identity/index.ts'
import { type ConsentRecord, getConsentRecord } from '../../texting/index.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, table } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const advisorOption = ['--advisor <advisor>', 'identifier or e-mail address'] as const
const phoneArgument = ['<phone>', 'recipient in E.164 format, such as +12025550148'] as const

interface OptOutOptions extends Formatted, Operated {
  readonly advisor: string
  readonly note: string
}

export const consentCommand = (): Command => {
  const consent = new Command('consent')
    .summary('show consent and record opt-outs')
    .description('Show the consent of recipients with its evidence, and record opt-outs. Needs DATABASE_URL.')
    .helpCommand(false)

  consent
    .command('show')
    .summary('show the consent ledger of a number')
    .description('Shows the consent state of a number, and every entry of its ledger with the evidence.')
    .addHelpText('after', '\nExample:\n  parley consent show +12025550148 --advisor avery')
    .argument(...phoneArgument)
    .requiredOption(...advisorOption)
    .addOption(formatOption())
    .action((phone: string, { advisor, ...options }: Formatted & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const history = historyOf(await getConsentRecord(database, id, { phone }, allSteps))
        print(options, history, describe(history))
      }),
    )

  consent
    .command('opt-out')
    .summary('record an opt-out made other than by text')
    .description(
      'Records that a recipient opted out other than by text: by phone, by letter or in person. The number is not texted for this advisor again. Only a START from the recipient reverses it. No text is sent.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley consent opt-out +12025550148 --advisor avery --note "Said so on the phone, 14 November"',
    )
    .argument(...phoneArgument)
    .requiredOption(...advisorOption)
    .requiredOption('--note <text>', 'how the recipient opted out')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((phone: string, { advisor, note, ...options }: OptOutOptions) =>
      withDatabase(async ({ database }) => {
        const { id: advisorId } = await findAdvisor(database, advisor)
        const author = {
          advisorId,
          actor: operatorOf(options),
          traceId: null,
        }
        const { outcome } = await optOut(database, author, { phone, note })
        const history = historyOf(await getConsentRecord(database, advisorId, { phone }, allSteps))
        print(
          options,
          history,
          `${phone} ${outcome === 'opted_out' ? 'opted out' : 'was opted out already'}.\n\n${describe(history)}`,
        )
      }),
    )

  return consent
}

/** An auditor needs the whole ledger. */
const allSteps = Number.MAX_SAFE_INTEGER

type ConsentHistory = ReturnType<typeof historyOf>

/** The ledger as an auditor reads it: oldest entry first. */
function historyOf({ memberId, phone, consent, lastChanged, steps, handovers }: ConsentRecord) {
  const ledger = steps.toReversed().map(({ version, event, before, after, evidence, at }) => ({
    version,
    event,
    before,
    after,
    evidence,
    occurredAt: at,
  }))
  const holders = handovers.toReversed().map(({ at, formerName, holderName, told }) => ({
    formerName,
    name: holderName,
    isTold: told > 0,
    occurredAt: at,
  }))
  return { memberId, phone, state: consent, lastChanged, ledger, handovers: holders }
}

function describe({ memberId, phone, state, lastChanged, ledger, handovers }: ConsentHistory): string {
  const head = fields([
    ['Phone', phone],
    ['Member', memberId],
    ['State', state.replace('_', ' ')],
    ['Since', minute(lastChanged)],
  ])
  const steps = ledger.map(({ version, event, before, after, evidence, occurredAt }) => ({
    occurredAt,
    cells: [
      event,
      `${before} → ${after}`.replaceAll('_', ' '),
      evidence.reply ?? evidence.note ?? evidence.requestText ?? '',
    ],
    version,
  }))
  const changes = handovers.map(({ formerName, name, isTold, occurredAt }) => ({
    occurredAt,
    cells: ['handed over', '', `from ${formerName} to ${name}, ${isTold ? 'clients told' : 'no notice'}`],
    version: '',
  }))
  const rows = [...changes, ...steps]
    .toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
    .map(({ version, occurredAt, cells }) => [version, minute(occurredAt), ...cells])
  return [
    head,
    ...(ledger.length === 0 ? ['No consent has been requested, and no reply was received.'] : []),
    ...(rows.length === 0 ? [] : [table(['Entry', 'When', 'Event', 'State', 'Evidence'], rows)]),
  ].join('\n\n')
}
