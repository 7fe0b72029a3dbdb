import { Command, InvalidArgumentError } from 'commander'
import {
  addTextingNumber,
  changeTextingNumber,
  findAdvisor,
  findFirm,
  findTextingNumber,
  listTextingNumbers,
  type TextingNumber,
} from '../identity/index.ts'
import { setPace } from '../texting/index.ts'
import { day, type Formatted, fields, formatOption, minute, print, status, table } from './output.ts'
import { withDatabase } from './with-database.ts'

const numberArgument = ['<number>', 'in E.164, such as +12025550123'] as const

export const numberCommand = (): Command => {
  const number = new Command('number')
    .summary('texting numbers of advisors')
    .description(
      'The numbers that advisors text from. A number has one advisor at a time. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  number
    .command('add')
    .summary('give an advisor a number')
    .description('Gives an advisor a number.')
    .addHelpText('after', '\nExample:\n  parley number add +12025550123 --advisor avery')
    .argument(...numberArgument)
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .addOption(formatOption())
    .action((text: string, { advisor, ...options }: Formatted & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const added = await addTextingNumber(database, { advisorId: id, number: text })
        const headline = `The advisor ${added.advisor.identifier} texts from ${added.number}.`
        print(options, added, describe(headline, added))
      }),
    )

  number
    .command('list')
    .summary('list numbers')
    .description('Lists all numbers, or those of one firm or advisor, also those that are disabled.')
    .option('--firm <firm>', 'only those of this firm: id or name')
    .option('--advisor <advisor>', 'only those of this advisor: identifier or e-mail address')
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
    .summary('show whose number it is')
    .description('Shows whose number it is or, when it is disabled, whose it was last.')
    .argument(...numberArgument)
    .addOption(formatOption())
    .action((text: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await findTextingNumber(database, text)
        print(options, found, describe(`The number ${found.number}`, found))
      }),
    )

  number
    .command('set')
    .summary('move a number to another advisor')
    .description('Moves a number to another advisor. It stays on record whose it was.')
    .addHelpText('after', '\nExample:\n  parley number set +12025550123 --advisor blake')
    .argument(...numberArgument)
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .addOption(formatOption())
    .action((text: string, { advisor, ...options }: Formatted & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const moved = await changeTextingNumber(database, text, { advisorId: id })
        const headline = `The advisor ${moved.advisor.identifier} texts from ${moved.number}.`
        print(options, moved, describe(headline, moved))
      }),
    )

  number
    .command('disable')
    .summary('text no more from a number')
    .description('Takes a number out of use. enable gives it back to the advisor who had it last.')
    .argument(...numberArgument)
    .addOption(formatOption())
    .action((text: string, options: Formatted) => setActive(text, false, options))

  number
    .command('enable')
    .summary('text from a number again')
    .description('Puts a disabled number back into use by the advisor who had it last.')
    .argument(...numberArgument)
    .addOption(formatOption())
    .action((text: string, options: Formatted) => setActive(text, true, options))

  number
    .command('pace')
    .summary('set how fast a number may send')
    .description(
      'Sets how many texts a number may send in a second, as its carrier allows; 20 until it is set. It holds from the next text on.',
    )
    .addHelpText('after', '\nExample:\n  parley number pace +12025550123 1')
    .argument(...numberArgument)
    .argument('<texts per second>', 'such as 20 or 0.5', pace)
    .addOption(formatOption())
    .action((text: string, textsPerSecond: number, options: Formatted) =>
      withDatabase(async ({ database }) => {
        await setPace(database, text, textsPerSecond)
        const sentence = `The number ${text} sends up to ${textsPerSecond} texts per second.`
        print(options, { number: text, textsPerSecond }, sentence)
      }),
    )

  return number
}

function pace(text: string): number {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number, such as 20 or 0.5.')
  return Number(text)
}

function setActive(text: string, active: boolean, options: Formatted): Promise<void> {
  return withDatabase(async ({ database }) => {
    const changed = await changeTextingNumber(database, text, { active })
    print(options, changed, describe(`The number ${changed.number} is ${status(active)}.`, changed))
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
    return 'There are no numbers yet. Add one: parley number add <number> --advisor <advisor>'
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
