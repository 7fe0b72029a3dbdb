import { Argument, Command } from 'commander'
import { Problem } from '../http/problem.ts'
import {
  type Advisor,
  addAdvisor,
  changeAdvisor,
  findAdvisor,
  findFirm,
  listAdvisors,
  listTextingNumbers,
} from '../identity/index.ts'
import { type ConsentRule, changeConsentException, consentRules } from '../texting/index.ts'
import { operatorName } from './operator.ts'
import { type Formatted, fields, formatOption, minute, print, status, table } from './output.ts'
import { readPassword } from './read-password.ts'
import { withDatabase } from './with-database.ts'

interface AddOptions extends Formatted {
  readonly name: string
  readonly email: string
  readonly timeZone: string
  readonly firm: string
  readonly password: boolean
  readonly passwordStdin?: true
}

interface SetOptions extends Formatted {
  readonly name?: string
  readonly email?: string
  readonly timeZone?: string
  readonly password?: true
  readonly passwordStdin?: true
}

const advisorArgument = ['<advisor>', 'identifier or e-mail address'] as const

export const advisorCommand = (): Command => {
  const advisor = new Command('advisor')
    .summary('advisors, who sign in and text')
    .description('Advisors, who sign in, authorize applications and text. Needs DATABASE_URL.')
    .helpCommand(false)

  advisor
    .command('add')
    .summary('add an advisor to a firm')
    .description(
      'Adds an advisor to a firm. The password is asked for, or read with --password-stdin; it is never an argument.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley advisor add avery --name "Avery Quinn" --email avery@harbor.example \\\n    --time-zone America/New_York --firm "Harbor Wealth"',
    )
    .argument('<identifier>', 'what operators and tokens call the advisor, for good')
    .requiredOption('--name <name>', 'what people call the advisor')
    .requiredOption('--email <address>', 'to sign in with')
    .requiredOption('--time-zone <zone>', 'IANA name, such as America/New_York')
    .requiredOption('--firm <firm>', 'id, or name where only one firm has it')
    .option('--password-stdin', 'read the password from standard input')
    .option('--no-password', 'set none: the advisor cannot sign in until there is one')
    .addOption(formatOption())
    .action((identifier: string, { firm: reference, passwordStdin, ...options }: AddOptions) =>
      withDatabase(async ({ database }) => {
        const { name, email, timeZone } = options
        const firm = await findFirm(database, reference)
        const password = options.password
          ? await readPassword({ fromStdin: passwordStdin === true })
          : undefined
        const added = await addAdvisor(database, {
          firmId: firm.id,
          identifier,
          name,
          email,
          timeZone,
          password,
        })
        print(options, added, describe(`Added the advisor ${added.identifier}.`, added))
      }),
    )

  advisor
    .command('list')
    .summary('list advisors')
    .description('Lists all advisors, or those of one firm.')
    .option('--firm <firm>', 'only those of this firm: id or name')
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
    .description('Shows one advisor with the texting numbers.')
    .argument(...advisorArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await findAdvisor(database, reference)
        const numbers = await listTextingNumbers(database, { advisorId: found.id })
        const textingNumbers = numbers.filter(({ active }) => active).map(({ number }) => number)
        const headline = `The advisor ${found.identifier}`
        print(options, { ...found, textingNumbers }, describe(headline, found, textingNumbers))
      }),
    )

  advisor
    .command('set')
    .summary('change an advisor, or set a password')
    .description('Changes what is given and leaves the rest. The identifier and the firm stay for good.')
    .addHelpText(
      'after',
      '\nExamples:\n  parley advisor set avery --time-zone America/Chicago\n  parley advisor set avery --password',
    )
    .argument(...advisorArgument)
    .option('--name <name>', 'what people call the advisor')
    .option('--email <address>', 'to sign in with')
    .option('--time-zone <zone>', 'IANA name, such as America/New_York')
    .option('--password', 'ask for a new password')
    .option('--password-stdin', 'read a new password from standard input')
    .addOption(formatOption())
    .action((reference: string, { password: asks, passwordStdin, ...options }: SetOptions) =>
      withDatabase(async ({ database }) => {
        const { name, email, timeZone } = options
        const setsPassword = asks === true || passwordStdin === true
        if ((name ?? email ?? timeZone) === undefined && !setsPassword) {
          throw new Problem(
            'invalid_request',
            'There is nothing to change: give --name, --email, --time-zone, --password or --password-stdin.',
          )
        }
        const { id } = await findAdvisor(database, reference)
        const password = setsPassword ? await readPassword({ fromStdin: passwordStdin === true }) : undefined
        const changed = await changeAdvisor(database, id, { name, email, timeZone, password })
        print(options, changed, describe(`Changed the advisor ${changed.identifier}.`, changed))
      }),
    )

  advisor
    .command('disable')
    .summary('shut an advisor out')
    .description(
      'Shuts an advisor out: within seconds there is no way to sign in, and no application can act for the advisor.\nNothing is deleted; enable undoes it.',
    )
    .argument(...advisorArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) => setActive(reference, false, options))

  advisor
    .command('enable')
    .summary('let an advisor in again')
    .description('Lets a disabled advisor in again.')
    .argument(...advisorArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) => setActive(reference, true, options))

  advisor
    .command('consent')
    .summary('except an advisor from the firm’s rule about consent')
    .description(
      'Says whether clients must have agreed before this advisor texts them, whatever the firm says; as-firm ends the exception. Clients who opted out are never texted. It is on record who changed it.',
    )
    .addHelpText('after', '\nExample:\n  parley advisor consent avery not-required')
    .argument(...advisorArgument)
    .addArgument(new Argument('<rule>', 'what holds for this advisor').choices(consentRules))
    .addOption(formatOption())
    .action((reference: string, consent: ConsentRule, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const { id, identifier, firm } = await findAdvisor(database, reference)
        await changeConsentException(database, { advisorId: id, operator: operatorName(), consent })
        print(options, { identifier, consent }, `For ${identifier} ${consentWords(consent, firm.name)}.`)
      }),
    )

  return advisor
}

function setActive(reference: string, active: boolean, options: Formatted): Promise<void> {
  return withDatabase(async ({ database }) => {
    const { id } = await findAdvisor(database, reference)
    const changed = await changeAdvisor(database, id, { active })
    print(options, changed, describe(`The advisor ${changed.identifier} is ${status(active)}.`, changed))
  })
}

function consentWords(consent: ConsentRule, firm: string): string {
  if (consent === 'as-firm') return `the rule of ${firm} about consent holds`
  return `consent is ${consent === 'required' ? 'required' : 'not required'}, whatever the rule of ${firm}`
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
  if (advisors.length === 0) return 'There are no advisors yet. Add one: parley advisor add --help'
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
