import { Argument, Command } from 'commander'
import { type ConsentRule, changeConsentException, consentRules } from '../../../consent/index.ts'
import {
  type Advisor,
  addAdvisor,
  authorAboutHolder,
  changeAdvisor,
  endAllSessions,
  findAdvisor,
  findFirm,
  listAdvisors,
  listTextingNumbers,
  unlockPerson,
} from '../../../identity/index.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type Operated, operatorName, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, status, table } from '../../terminal/output.ts'
import { readPassword } from '../../terminal/read-password.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { handOverCommand, handoversCommand } from './hand-over.ts'

interface AddOptions extends Formatted, Operated {
  readonly name: string
  readonly email: string
  readonly timeZone: string
  readonly firm: string
  readonly password: boolean
  readonly passwordStdin?: true
}

interface SetOptions extends Formatted, Operated {
  readonly name?: string
  readonly email?: string
  readonly timeZone?: string
  readonly password?: true
  readonly passwordStdin?: true
}

const advisorArgument = ['<advisor>', 'identifier or e-mail address'] as const

export const advisorCommand = (): Command => {
  const advisor = new Command('advisor')
    .summary('manage advisors')
    .description('Manage advisors, who sign in, authorize applications and text. Needs DATABASE_URL.')
    .helpCommand(false)

  advisor
    .command('add')
    .summary('add an advisor to a firm')
    .description(
      'Adds an advisor to a firm. Prompts for the password, or reads it with --password-stdin; it is never an argument.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley advisor add avery --name "Avery Quinn" --email avery@harbor.example \\\n    --time-zone America/New_York --firm "Harbor Wealth"',
    )
    .argument('<identifier>', 'permanent name used by operators and in tokens')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--email <address>', 'to sign in with')
    .requiredOption('--time-zone <zone>', 'IANA name, such as America/New_York')
    .requiredOption('--firm <firm>', 'id or unique name of the firm')
    .option('--password-stdin', 'read the password from standard input')
    .option('--no-password', 'set no password: the advisor cannot sign in until one is set')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((identifier: string, { firm: reference, passwordStdin, ...options }: AddOptions) =>
      withDatabase(async ({ database }) => {
        const { name, email, timeZone } = options
        const firm = await findFirm(database, reference)
        const password = options.password
          ? await readPassword({ fromStdin: passwordStdin === true })
          : undefined
        const wanted = { firmId: firm.id, identifier, name, email, timeZone, password }
        const added = await addAdvisor(database, wanted, operatorOf(options))
        print(options, added, describe(`Added advisor ${added.identifier}.`, added))
      }),
    )

  advisor
    .command('list')
    .summary('list advisors')
    .description('Lists all advisors, or only those of one firm.')
    .option('--firm <firm>', 'only this firm: id or name')
    .addOption(formatOption())
    .action(({ firm, ...options }: Formatted & { firm?: string }) =>
      withDatabase(async ({ database }) => {
        const firmId = firm === undefined ? undefined : (await findFirm(database, firm)).id
        const advisors = await listAdvisors(database, firmId)
        print(options, advisors, listOf(advisors))
      }),
    )

  advisor
    .command('show')
    .summary('show one advisor')
    .description('Shows one advisor and their texting numbers.')
    .argument(...advisorArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await findAdvisor(database, reference)
        const numbers = await listTextingNumbers(database, { advisorId: found.id })
        const textingNumbers = numbers.filter(({ active }) => active).map(({ number }) => number)
        const headline = `Advisor ${found.identifier}`
        print(options, { ...found, textingNumbers }, describe(headline, found, textingNumbers))
      }),
    )

  advisor
    .command('set')
    .summary('change an advisor, or set a password')
    .description('Changes only the given options. The identifier and the firm cannot be changed.')
    .addHelpText(
      'after',
      '\nExamples:\n  parley advisor set avery --time-zone America/Chicago\n  parley advisor set avery --password',
    )
    .argument(...advisorArgument)
    .option('--name <name>', 'display name')
    .option('--email <address>', 'to sign in with')
    .option('--time-zone <zone>', 'IANA name, such as America/New_York')
    .option('--password', 'prompt for a new password')
    .option('--password-stdin', 'read a new password from standard input')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, { password: asks, passwordStdin, ...options }: SetOptions) =>
      withDatabase(async ({ database }) => {
        const { name, email, timeZone } = options
        const setsPassword = asks === true || passwordStdin === true
        if ((name ?? email ?? timeZone) === undefined && !setsPassword) {
          throw new Problem(
            'invalid_request',
            'Nothing to change. Use --name, --email, --time-zone, --password or --password-stdin.',
          )
        }
        const { id } = await findAdvisor(database, reference)
        const password = setsPassword ? await readPassword({ fromStdin: passwordStdin === true }) : undefined
        const changes = { name, email, timeZone, password }
        const changed = await changeAdvisor(database, id, changes, { actor: operatorOf(options) })
        print(options, changed, describe(`Changed advisor ${changed.identifier}.`, changed))
      }),
    )

  addAccountCommands(advisor)
  advisor.addCommand(handOverCommand()).addCommand(handoversCommand())
  return advisor
}

/** Switching an advisor off and on, signing in and out, and consent. */
function addAccountCommands(advisor: Command): void {
  advisor
    .command('disable')
    .summary('disable an advisor')
    .description(
      'Disables an advisor: all sessions end, the advisor cannot sign in, no application can act for the advisor, and queued texts are held.\nNo record is deleted. To undo this, use enable; sessions stay ended.',
    )
    .argument(...advisorArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) => setActive(reference, false, options))

  advisor
    .command('enable')
    .summary('enable an advisor')
    .description('Enables a disabled advisor.')
    .argument(...advisorArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) => setActive(reference, true, options))

  advisor
    .command('unlock')
    .summary('clear failed sign-in attempts')
    .description(
      'Clears failed sign-in attempts for this advisor, so that a new device need not wait. Failed attempts by others never block a device that the advisor has used before.',
    )
    .argument(...advisorArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const found = await findAdvisor(database, reference)
        const { identifier } = found
        await unlockPerson(database, authorAboutHolder(found, operatorOf(options)))
        print(options, { identifier, unlocked: true }, `${identifier} can try to sign in again now.`)
      }),
    )

  advisor
    .command('sign-out')
    .summary('end all sessions of an advisor')
    .description(
      'Ends every session of an advisor, in the app and on the authorization pages. The advisor can sign in again; applications keep their access.',
    )
    .argument(...advisorArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const found = await findAdvisor(database, reference)
        const { identifier } = found
        const sessions = await endAllSessions(database, authorAboutHolder(found, operatorOf(options)))
        print(options, { identifier, sessions }, `${identifier} is signed out. Sessions ended: ${sessions}.`)
      }),
    )

  advisor
    .command('consent')
    .summary('override the firm’s consent rule for an advisor')
    .description(
      'Sets whether clients must consent before this advisor texts them, overriding the firm’s rule; as-firm removes the override. Clients who opted out are never texted. The change is recorded with its operator.',
    )
    .addHelpText('after', '\nExample:\n  parley advisor consent avery not-required')
    .argument(...advisorArgument)
    .addArgument(new Argument('<rule>', 'rule for this advisor').choices(consentRules))
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, consent: ConsentRule, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const { id, identifier, firm } = await findAdvisor(database, reference)
        await changeConsentException(database, { advisorId: id, operator: operatorName(options), consent })
        print(options, { identifier, consent }, `For ${identifier}, ${consentWords(consent, firm.name)}.`)
      }),
    )
}

function setActive(reference: string, active: boolean, options: Formatted & Operated): Promise<void> {
  return withDatabase(async ({ database }) => {
    const { id } = await findAdvisor(database, reference)
    const changed = await changeAdvisor(database, id, { active }, { actor: operatorOf(options) })
    print(options, changed, describe(`Advisor ${changed.identifier} is ${status(active)}.`, changed))
  })
}

function consentWords(consent: ConsentRule, firm: string): string {
  if (consent === 'as-firm') return `the consent rule of ${firm} applies`
  return `consent is ${consent === 'required' ? 'required' : 'not required'}, overriding the rule of ${firm}`
}

function describe(headline: string, advisor: Advisor, textingNumbers?: readonly string[]): string {
  const rows = fields([
    ['Identifier', advisor.identifier],
    ['Name', advisor.name],
    ['E-mail', advisor.email],
    ['Time zone', advisor.timeZone],
    ['Firm', `${advisor.firm.name} (${advisor.firm.id})`],
    ['Password', advisor.hasPassword ? 'set' : 'not set'],
    ['Status', statusOf(advisor)],
    ...(textingNumbers ? [['Numbers', textingNumbers] as const] : []),
    ['Added', minute(advisor.createdAt)],
  ])
  return `${headline}\n\n${rows}`
}

function listOf(advisors: readonly Advisor[]): string {
  if (advisors.length === 0) return 'No advisors yet. To add one: parley advisor add --help'
  return table(
    ['Identifier', 'Name', 'E-mail', 'Time zone', 'Firm', 'Status'],
    advisors.map(advisor => [
      advisor.identifier,
      advisor.name,
      advisor.email,
      advisor.timeZone,
      `${advisor.firm.name} (${advisor.firm.id})`,
      statusOf(advisor),
    ]),
  )
}

const statusOf = ({ active, firm }: Advisor): string =>
  active && !firm.active ? 'firm disabled' : status(active)
