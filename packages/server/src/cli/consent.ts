import { Command } from 'commander'
import { findAdvisor } from '../identity/index.ts'
import { type ConsentHistory, optOut, showConsent } from '../texting/index.ts'
import { type Operated, operatorOf, operatorOption } from './operator.ts'
import { type Formatted, fields, formatOption, minute, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

const advisorOption = ['--advisor <advisor>', 'identifier or e-mail address'] as const
const phoneArgument = ['<phone>', 'the recipient, in E.164, such as +12025550148'] as const

interface OptOutOptions extends Formatted, Operated {
  readonly advisor: string
  readonly note: string
}

export const consentCommand = (): Command => {
  const consent = new Command('consent')
    .summary('whether a recipient may be texted, and why')
    .description('Consent of recipients, with the ledger that proves it. Needs DATABASE_URL.')
    .helpCommand(false)

  consent
    .command('show')
    .summary('show where consent stands and what led there')
    .description('Shows where consent stands for a number, and every entry of its ledger with the evidence.')
    .addHelpText('after', '\nExample:\n  parley consent show +12025550148 --advisor avery')
    .argument(...phoneArgument)
    .requiredOption(...advisorOption)
    .addOption(formatOption())
    .action((phone: string, { advisor, ...options }: Formatted & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const history = await showConsent(database, id, phone)
        print(options, history, describe(history))
      }),
    )

  consent
    .command('opt-out')
    .summary('record an opt-out that did not come as a text')
    .description(
      'Records that a recipient opted out by another way than a text: a call, a letter, in person. From then on nobody texts the number for this advisor. Only the recipient’s own START undoes it. No text is sent.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley consent opt-out +12025550148 --advisor avery --note "Said so on the phone, 14 November"',
    )
    .argument(...phoneArgument)
    .requiredOption(...advisorOption)
    .requiredOption('--note <text>', 'how the recipient said it')
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
        const ending = await optOut(database, author, { phone, note })
        const history = await showConsent(database, advisorId, phone)
        print(options, history, `${phone} ${ending}.\n\n${describe(history)}`)
      }),
    )

  return consent
}

function describe({ memberId, phone, state, lastChanged, ledger }: ConsentHistory): string {
  const head = fields([
    ['Phone', phone],
    ['Member', memberId],
    ['State', state.replace('_', ' ')],
    ['Since', minute(lastChanged)],
  ])
  if (ledger.length === 0) return `${head}\n\nNobody has asked, and nobody has answered.`
  const rows = ledger.map(({ version, event, before, after, evidence, occurredAt }) => [
    version,
    minute(occurredAt),
    event,
    `${before} → ${after}`.replaceAll('_', ' '),
    evidence.reply ?? evidence.note ?? evidence.requestText ?? '',
  ])
  return `${head}\n\n${table(['Entry', 'When', 'Event', 'State', 'Evidence'], rows)}`
}
