import { Command, InvalidArgumentError } from 'commander'
import { setPace } from '../../delivery/index.ts'
import {
  addTextingNumber,
  changeTextingNumber,
  findAdvisor,
  findFirm,
  findTextingNumber,
  listTextingNumbers,
  type TextingNumber,
} from '../../identity/index.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import {
  day,
  type Formatted,
  fields,
  formatOption,
  minute,
  print,
  status,
  table,
} from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const numberArgument = ['<number>', 'in E.164 format, such as +12025550123'] as const

export const numberCommand = (): Command => {
  const number = new Command('number')
    .summary('manage texting numbers')
    .description(
      'Manage the numbers that advisors text from. A number belongs to one advisor at a time. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  number
    .command('add')
    .summary('assign a number to an advisor')
    .description('Assigns a number to an advisor.')
    .addHelpText('after', '\nExample:\n  parley number add +12025550123 --advisor avery')
    .argument(...numberArgument)
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((text: string, { advisor, ...options }: Formatted & Operated & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const wanted = { advisorId: id, number: text }
        const added = await addTextingNumber(database, wanted, operatorOf(options))
        const headline = `Advisor ${added.advisor.identifier} texts from ${added.number}.`
        print(options, added, describe(headline, added))
      }),
    )

  number
    .command('list')
    .summary('list numbers')
    .description('Lists all numbers, or only those of one firm or advisor, including disabled numbers.')
    .option('--firm <firm>', 'only this firm: id or name')
    .option('--advisor <advisor>', 'only this advisor: identifier or e-mail address')
    .addOption(formatOption())
    .action(({ firm, advisor, ...options }: Formatted & { firm?: string; advisor?: string }) =>
      withDatabase(async ({ database }) => {
        const numbers = await listTextingNumbers(database, {
          firmId: firm === undefined ? undefined : (await findFirm(database, firm)).id,
          advisorId: advisor === undefined ? undefined : (await findAdvisor(database, advisor)).id,
        })
        print(options, numbers, listOf(numbers))
      }),
    )

  number
    .command('show')
    .summary('show who has a number')
    .description('Shows the advisor who has a number or, if it is disabled, who had it last.')
    .argument(...numberArgument)
    .addOption(formatOption())
    .action((text: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await findTextingNumber(database, text)
        print(options, found, describe(`Number ${found.number}`, found))
      }),
    )

  number
    .command('set')
    .summary('move a number to another advisor')
    .description('Moves a number to another advisor. The previous assignment stays on record.')
    .addHelpText('after', '\nExample:\n  parley number set +12025550123 --advisor blake')
    .argument(...numberArgument)
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((text: string, { advisor, ...options }: Formatted & Operated & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const moved = await changeTextingNumber(database, text, { advisorId: id }, operatorOf(options))
        const headline = `Advisor ${moved.advisor.identifier} texts from ${moved.number}.`
        print(options, moved, describe(headline, moved))
      }),
    )

  number
    .command('disable')
    .summary('stop texting from a number')
    .description('Disables a number. enable returns it to the advisor who had it last.')
    .argument(...numberArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((text: string, options: Formatted & Operated) => setActive(text, false, options))

  number
    .command('enable')
    .summary('resume texting from a number')
    .description('Enables a disabled number for the advisor who had it last.')
    .argument(...numberArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((text: string, options: Formatted & Operated) => setActive(text, true, options))

  number
    .command('pace')
    .summary('set how fast a number may send')
    .description(
      'Sets how many texts per second a number may send, as its carrier allows. Default: 20. Takes effect with the next text.',
    )
    .addHelpText('after', '\nExample:\n  parley number pace +12025550123 1')
    .argument(...numberArgument)
    .argument('<texts per second>', 'such as 20 or 0.5', pace)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((text: string, textsPerSecond: number, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        await setPace(database, text, textsPerSecond, operatorOf(options))
        const sentence = `Number ${text} sends up to ${textsPerSecond} texts per second.`
        print(options, { number: text, textsPerSecond }, sentence)
      }),
    )

  return number
}

function pace(text: string): number {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text))
    throw new InvalidArgumentError('Must be a number, such as 20 or 0.5.')
  return Number(text)
}

function setActive(text: string, active: boolean, options: Formatted & Operated): Promise<void> {
  return withDatabase(async ({ database }) => {
    const changed = await changeTextingNumber(database, text, { active }, operatorOf(options))
    print(options, changed, describe(`Number ${changed.number} is ${status(active)}.`, changed))
  })
}

function describe(headline: string, { number, advisor, firm, active, createdAt }: TextingNumber): string {
  const rows = fields([
    ['Number', number],
    ['Advisor', `${advisor.name} (${advisor.identifier})`],
    ['Firm', `${firm.name} (${firm.id})`],
    ['Status', status(active)],
    ['Since', minute(createdAt)],
  ])
  return `${headline}\n\n${rows}`
}

function listOf(numbers: readonly TextingNumber[]): string {
  if (numbers.length === 0) {
    return 'No numbers yet. To add one: parley number add <number> --advisor <advisor>'
  }
  return table(
    ['Number', 'Advisor', 'Name', 'Firm', 'Status', 'Since'],
    numbers.map(({ number, advisor, firm, active, createdAt }) => [
      number,
      advisor.identifier,
      advisor.name,
      `${firm.name} (${firm.id})`,
      status(active),
      day(createdAt),
    ]),
  )
}
