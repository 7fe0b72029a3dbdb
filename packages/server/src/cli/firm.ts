import { Command } from 'commander'
import { Problem } from '../http/problem.ts'
import { addFirm, changeFirm, type Firm, findFirm, listFirms } from '../identity/index.ts'
import { firmTextingCommand } from './firm-texting.ts'
import { type Formatted, fields, formatOption, minute, print, status, table } from './output.ts'
import { withDatabase } from './with-database.ts'

const firmArgument = ['<firm>', 'id, or name where only one firm has it'] as const

export const firmCommand = (): Command => {
  const firm = new Command('firm')
    .summary('firms, whose advisors text')
    .description('Firms, to which advisors belong. Needs DATABASE_URL.')
    .helpCommand(false)

  firm
    .command('add')
    .summary('add a firm')
    .description('Adds a firm.')
    .addHelpText('after', '\nExample:\n  parley firm add "Harbor Wealth"')
    .argument('<name>', 'what people call it')
    .addOption(formatOption())
    .action((name: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const added = await addFirm(database, { name })
        print(options, added, describe(`Added the firm ${added.name}.`, added))
      }),
    )

  firm
    .command('list')
    .summary('list all firms')
    .description('Lists all firms.')
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const firms = await listFirms(database)
        print(options, firms, listOf(firms))
      }),
    )

  firm
    .command('show')
    .summary('show one firm')
    .description('Shows one firm.')
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await findFirm(database, reference)
        print(options, found, describe(`The firm ${found.name}`, found))
      }),
    )

  firm
    .command('set')
    .summary('change a firm')
    .description('Changes a firm.')
    .addHelpText('after', '\nExample:\n  parley firm set 1 --name "Harbor Wealth Partners"')
    .argument(...firmArgument)
    .option('--name <name>', 'what people call it')
    .addOption(formatOption())
    .action((reference: string, { name, ...options }: Formatted & { name?: string }) =>
      withDatabase(async ({ database }) => {
        if (name === undefined)
          throw new Problem('invalid_request', 'There is nothing to change: give --name.')
        const { id } = await findFirm(database, reference)
        const changed = await changeFirm(database, id, { name })
        print(options, changed, describe(`Changed the firm ${changed.name}.`, changed))
      }),
    )

  firm
    .command('disable')
    .summary('shut a firm out')
    .description(
      'Shuts a firm out: within seconds none of its advisors can sign in, and no application can act for them.\nNothing is deleted; enable undoes it.',
    )
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) => setActive(reference, false, options))

  firm
    .command('enable')
    .summary('let a firm in again')
    .description('Lets a disabled firm in again.')
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) => setActive(reference, true, options))

  firm.addCommand(firmTextingCommand())

  return firm
}

function setActive(reference: string, active: boolean, options: Formatted): Promise<void> {
  return withDatabase(async ({ database }) => {
    const { id } = await findFirm(database, reference)
    const changed = await changeFirm(database, id, { active })
    print(options, changed, describe(`The firm ${changed.name} is ${status(active)}.`, changed))
  })
}

function describe(headline: string, firm: Firm): string {
  const rows = fields([
    ['Id', firm.id],
    ['Name', firm.name],
    ['Status', status(firm.active)],
    ['Advisors', firm.advisorCount],
    ['Added', minute(firm.createdAt)],
  ])
  return `${headline}\n\n${rows}`
}

function listOf(firms: readonly Firm[]): string {
  if (firms.length === 0) return 'There are no firms yet. Add one: parley firm add <name>'
  return table(
    ['Id', 'Name', 'Status', 'Advisors'],
    firms.map(firm => [firm.id, firm.name, status(firm.active), firm.advisorCount]),
  )
}
