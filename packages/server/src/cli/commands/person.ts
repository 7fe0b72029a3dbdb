import { type Role, roles } from '@parley/contract'
import { Argument, Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import {
  addPerson,
  changeAssistance,
  changePerson,
  changeRole,
  findAdvisor,
  findFirm,
  findPerson,
  invitePerson,
  issueBreakGlass,
  listPeople,
  type PersonRecord,
  resetFactor,
} from '../../identity/index.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, status, table } from '../terminal/output.ts'
import { readPassword } from '../terminal/read-password.ts'
import { withDatabase } from '../terminal/with-database.ts'

interface AddOptions extends Formatted, Operated {
  readonly name: string
  readonly firm: string
  readonly role: readonly Role[]
  readonly password: boolean
  readonly passwordStdin?: true
}

type ActOptions = Formatted & Operated

const personArgument = ['<person>', 'e-mail address, or identifier of an advisor'] as const
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
        print(options, added, describe(`Added ${added.email}.`, added))
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

  addRoleCommands(person)
  addAssistCommand(person)
  addStateCommands(person)
  addResetCommand(person)
  addInviteCommand(person)
  return person
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
          print(options, changed, describe(headline, changed))
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
        print(options, changed, describe(headline, changed))
      }),
    )
}

function addStateCommands(person: Command): void {
  person
    .command('deactivate')
    .summary('deactivate a person')
    .description(
      'Deactivates a person: all sessions end and the person cannot sign in. For an advisor, this is parley advisor disable.\nNo record is deleted. To undo this, use activate; sessions stay ended.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) => setActive(reference, false, options))

  person
    .command('break-glass')
    .summary('let a person sign in once by a link')
    .description(
      'Prints a link with which a person can sign in once within 15 minutes, although the firm’s sign-in is the only way and cannot be reached. Its issue and its use are on record.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database, environment }) => {
        const { id: personId, email } = await findPerson(database, reference)
        const { publicOrigin } = readConfig(['publicOrigin'])
        const secret = await issueBreakGlass(database, { personId, environment }, operatorOf(options))
        const link = `${publicOrigin}/sign-in/once?link=${secret}`
        print(options, { email, link }, `${email} can sign in once within 15 minutes:\n\n${link}`)
      }),
    )

  person
    .command('activate')
    .summary('activate a person')
    .description('Activates a deactivated person.')
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) => setActive(reference, true, options))
}

function addResetCommand(person: Command): void {
  person
    .command('reset-second-factor')
    .summary('take the second factor away from somebody who lost it')
    .description(
      'Removes authenticator app, recovery codes and passkeys of a person, and ends all sessions. The password stays. If the firm requires a second factor, the person sets one up at the next sign-in. Make sure that it is really that person who asks.',
    )
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const found = await findPerson(database, reference)
        const reset = await resetFactor(database, found, operatorOf(options))
        const rows = fields([
          ['Authenticator app', reset.hadCodes ? 'removed' : 'was not set up'],
          ['Passkeys removed', reset.passkeys],
          ['Sessions ended', reset.sessions],
          ['Password', found.hasPassword ? 'unchanged' : 'not set: the person cannot sign in'],
        ])
        print(options, reset, `${found.email} has no second factor now.\n\n${rows}`)
      }),
    )
}

function addInviteCommand(person: Command): void {
  person
    .command('invite')
    .summary('send a link with which a person sets a password')
    .description(
      'Sends somebody without a password a link by e-mail, with which they set one. It works once, within 72 hours, and replaces former invitations. Without MAIL_URL the link is printed: hand it over yourself. Needs DATABASE_URL and PUBLIC_ORIGIN.',
    )
    .addHelpText('after', '\nExample:\n  parley person invite kim@harbor.example')
    .argument(...personArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const { publicOrigin, mailUrl } = readConfig(['publicOrigin', 'mailUrl', 'mailFrom'])
        const found = await findPerson(database, reference)
        const invitation = { publicOrigin, sendsMail: mailUrl !== undefined }
        const invited = await invitePerson(database, found, invitation, operatorOf(options))
        const until = `It works once, until ${minute(invited.expiresAt)}.`
        const headline =
          invited.url === undefined
            ? `A link is on its way to ${found.email}. ${until}`
            : `MAIL_URL is not set. Give this link to ${found.email}:\n\n  ${invited.url}\n\n${until}`
        print(options, invited, headline)
      }),
    )
}

function setActive(reference: string, active: boolean, options: ActOptions): Promise<void> {
  return withDatabase(async ({ database }) => {
    const { id } = await findPerson(database, reference)
    const changed = await changePerson(database, id, { active }, { actor: operatorOf(options) })
    print(options, changed, describe(`${changed.email} is ${status(active)}.`, changed))
  })
}

function describe(headline: string, person: PersonRecord): string {
  const rows = fields([
    ['Name', person.name],
    ['E-mail', person.email],
    ['Firm', `${person.firm.name} (${person.firm.id})`],
    ['Roles', person.roles],
    ...(person.identifier === null ? [] : [['Advisor', person.identifier] as const]),
    ...(person.roles.includes('assistant') ? [['Acts for', person.assists] as const] : []),
    ['Password', person.hasPassword ? 'set' : 'not set'],
    ['Status', status(person.active)],
    ['Added', minute(person.createdAt)],
  ])
  return `${headline}\n\n${rows}`
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
