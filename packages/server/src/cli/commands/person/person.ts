import { type Role, roles } from '@parley/contract'
import { Argument, Command, Option } from 'commander'
import {
  addPerson,
  changeAssistance,
  changePerson,
  changeRole,
  findAdvisor,
  findFirm,
  findPerson,
  listPeople,
  type PersonRecord,
} from '../../../identity/index.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, print, status, table } from '../../terminal/output.ts'
import { readPassword } from '../../terminal/read-password.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { addAccessCommands } from './add-access-commands.ts'
import { describePerson } from './describe-person.ts'
import { personArgument } from './person-argument.ts'

interface AddOptions extends Formatted, Operated {
  readonly name: string
  readonly firm: string
  readonly role: readonly Role[]
  readonly password: boolean
  readonly passwordStdin?: true
}

type ActOptions = Formatted & Operated

const otherRoles = roles.filter(role => role !== 'advisor')

export const personCommand = (): Command => {
  const person = new Command('person')
    .summary('manage people of a firm and their roles')
    .description(
      'Manages everybody who signs in: assistants, administrators, supervisors, principals and auditors. Advisors are people, too; add them with parley advisor add. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  person
    .command('add')
    .summary('add a person to a firm')
    .description(
      'Adds a person to a firm. Prompts for the password, or reads it with --password-stdin; it is never an argument.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley person add kim@harbor.example --name "Kim Lee" --firm "Harbor Wealth" --role assistant',
    )
    .argument('<e-mail>', 'to sign in with')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--firm <firm>', 'id or unique name of the firm')
    .addOption(
      new Option('--role <role...>', 'what the person is in the firm')
        .choices(otherRoles)
        .makeOptionMandatory(),
    )
    .option('--password-stdin', 'read the password from standard input')
    .option('--no-password', 'set no password: the person cannot sign in until one is set')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((email: string, { firm: reference, passwordStdin, ...options }: AddOptions) =>
      withDatabase(async ({ database }) => {
        const { name, role } = options
        const firm = await findFirm(database, reference)
        const password = options.password
          ? await readPassword({ fromStdin: passwordStdin === true })
          : undefined
        const wanted = { firmId: firm.id, name, email, roles: role, password }
        const added = await addPerson(database, wanted, operatorOf(options))
        print(options, added, describePerson(`Added ${added.email}.`, added))
      }),
    )

  person
    .command('list')
    .summary('list people')
    .description('Lists everybody who signs in, advisors included, or only the people of one firm.')
    .option('--firm <firm>', 'only this firm: id or name')
    .addOption(formatOption())
    .action(({ firm, ...options }: Formatted & { firm?: string }) =>
      withDatabase(async ({ database }) => {
        const firmId = firm === undefined ? undefined : (await findFirm(database, firm)).id
        const people = await listPeople(database, firmId)
        print(options, people, listOf(people))
      }),
    )

  addSetCommand(person)
  addRoleCommands(person)
  addAssistCommand(person)
  addAccessCommands(person)
  return person
}

interface SetOptions extends ActOptions {
  readonly name?: string
  readonly email?: string
}

function addSetCommand(person: Command): void {
  person
    .command('set')
    .summary('change name or e-mail address')
    .description(
      'Changes the name or the e-mail address of a person. Sessions stay; invitations and links for a new password that were sent to the former address stop working.',
    )
    .addHelpText('after', '\nExample:\n  parley person set kim@harbor.example --name "Kim Lee-Park"')
    .argument(...personArgument)
    .option('--name <name>', 'display name; of an advisor also in texts')
    .option('--email <e-mail>', 'to sign in with')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, { name, email, ...options }: SetOptions) =>
      withDatabase(async ({ database }) => {
        if (name === undefined && email === undefined) {
          throw new Problem('invalid_request', 'Nothing to change. Use --name or --email.')
        }
        const { id } = await findPerson(database, reference)
        const changed = await changePerson(database, id, { name, email }, { actor: operatorOf(options) })
        print(options, changed, describePerson(`Changed ${changed.email}.`, changed))
      }),
    )
}

function addRoleCommands(person: Command): void {
  const role = person
    .command('role')
    .summary('give or take roles')
    .description('Gives a person a role, or takes one away.')
    .helpCommand(false)
  const verbs = [
    { verb: 'add', has: true, summary: 'give a person a role', what: 'Gives a person a role.' },
    {
      verb: 'remove',
      has: false,
      summary: 'take a role away',
      what: 'Takes a role away. What it allowed stops within seconds, also in open sessions.',
    },
  ]
  for (const { verb, has, summary, what } of verbs) {
    role
      .command(verb)
      .summary(summary)
      .description(what)
      .addHelpText('after', `\nExample:\n  parley person role ${verb} kim@harbor.example supervisor`)
      .argument(...personArgument)
      .addArgument(new Argument('<role>', 'what the person is in the firm').choices(roles))
      .addOption(operatorOption())
      .addOption(formatOption())
      .action((reference: string, wanted: Role, options: ActOptions) =>
        withDatabase(async ({ database }) => {
          const found = await findPerson(database, reference)
          const changed = await changeRole(database, found, { role: wanted, has }, operatorOf(options))
          const headline = `${changed.email} ${has ? 'now has' : 'no longer has'} the role ${wanted}.`
          print(options, changed, describePerson(headline, changed))
        }),
      )
  }
}

function addAssistCommand(person: Command): void {
  person
    .command('assist')
    .summary('let an assistant act for an advisor')
    .description(
      'Lets an assistant read and write in the account of an advisor of the same firm. With --remove, that ends within seconds, also in open sessions.',
    )
    .addHelpText('after', '\nExample:\n  parley person assist kim@harbor.example avery')
    .argument(...personArgument)
    .argument('<advisor>', 'identifier or e-mail address')
    .option('--remove', 'the assistant no longer acts for the advisor')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, advisorReference: string, options: ActOptions & { remove?: true }) =>
      withDatabase(async ({ database }) => {
        const found = await findPerson(database, reference)
        const advisor = await findAdvisor(database, advisorReference)
        const assists = options.remove !== true
        const changed = await changeAssistance(database, found, { advisor, assists }, operatorOf(options))
        const headline = `${changed.email} ${assists ? 'now acts' : 'no longer acts'} for ${advisor.identifier}.`
        print(options, changed, describePerson(headline, changed))
      }),
    )
}

function listOf(people: readonly PersonRecord[]): string {
  if (people.length === 0) return 'No people yet. To add one: parley person add --help'
  return table(
    ['Name', 'E-mail', 'Roles', 'Acts for', 'Firm', 'Status'],
    people.map(person => [
      person.name,
      person.email,
      person.roles.join(', ') || '-',
      person.assists.join(', ') || '-',
      `${person.firm.name} (${person.firm.id})`,
      status(person.active),
    ]),
  )
}
