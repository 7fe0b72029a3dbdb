import { Command, Option } from 'commander'
import { addFirm, changeFirm, type Firm, findFirm, listFirms } from '../../../identity/index.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, status, table } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { firmDirectoryCommand } from './firm-directory.ts'
import { firmSignInCommand } from './firm-sign-in.ts'
import { firmTextingCommand } from './firm-texting.ts'

interface SetOptions extends Formatted, Operated {
  readonly name?: string
  readonly requireSecondFactor?: 'yes' | 'no'
}

const firmArgument = ['<firm>', 'id or unique name of the firm'] as const

export const firmCommand = (): Command => {
  const firm = new Command('firm')
    .summary('manage firms')
    .description('Manage firms, to which advisors belong. Needs DATABASE_URL.')
    .helpCommand(false)

  firm
    .command('add')
    .summary('add a firm')
    .description('Adds a firm.')
    .addHelpText('after', '\nExample:\n  parley firm add "Harbor Wealth"')
    .argument('<name>', 'display name')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const added = await addFirm(database, { name }, operatorOf(options))
        print(options, added, describe(`Added firm ${added.name}.`, added))
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
        print(options, found, describe(`Firm ${found.name}`, found))
      }),
    )

  firm
    .command('set')
    .summary('change a firm')
    .description('Changes a firm.')
    .addHelpText('after', '\nExample:\n  parley firm set 1 --name "Harbor Wealth Partners"')
    .argument(...firmArgument)
    .option('--name <name>', 'display name')
    .addOption(
      new Option(
        '--require-second-factor <yes|no>',
        'whether its people need a passkey or an authenticator app; sessions without one end',
      ).choices(['yes', 'no']),
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, { name, requireSecondFactor, ...options }: SetOptions) =>
      withDatabase(async ({ database }) => {
        if (name === undefined && requireSecondFactor === undefined) {
          throw new Problem('invalid_request', 'Nothing to change. Use --name or --require-second-factor.')
        }
        const isSecondFactorRequired =
          requireSecondFactor === undefined ? undefined : requireSecondFactor === 'yes'
        const { id } = await findFirm(database, reference)
        const changed = await changeFirm(database, id, { name, isSecondFactorRequired }, operatorOf(options))
        print(options, changed, describe(`Changed firm ${changed.name}.`, changed))
      }),
    )

  firm
    .command('disable')
    .summary('disable a firm')
    .description(
      'Disables a firm: its advisors are signed out and cannot sign in, no application can act for them, and queued texts are held.\nNo record is deleted. To undo this, use enable; sessions stay ended.',
    )
    .argument(...firmArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) => setActive(reference, false, options))

  firm
    .command('enable')
    .summary('enable a firm')
    .description('Enables a disabled firm.')
    .argument(...firmArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: Formatted & Operated) => setActive(reference, true, options))

  firm.addCommand(firmTextingCommand())
  firm.addCommand(firmDirectoryCommand())
  firm.addCommand(firmSignInCommand())

  return firm
}

function setActive(reference: string, active: boolean, options: Formatted & Operated): Promise<void> {
  return withDatabase(async ({ database }) => {
    const { id } = await findFirm(database, reference)
    const changed = await changeFirm(database, id, { active }, operatorOf(options))
    print(options, changed, describe(`Firm ${changed.name} is ${status(active)}.`, changed))
  })
}

function describe(headline: string, firm: Firm): string {
  const rows = fields([
    ['Id', firm.id],
    ['Name', firm.name],
    ['Status', status(firm.active)],
    ['Second factor', firm.isSecondFactorRequired ? 'required' : 'not required'],
    ['Advisors', firm.advisorCount],
    ['Added', minute(firm.createdAt)],
  ])
  return `${headline}\n\n${rows}`
}

function listOf(firms: readonly Firm[]): string {
  if (firms.length === 0) return 'No firms yet. To add one: parley firm add <name>'
  return table(
    ['Id', 'Name', 'Status', 'Advisors'],
    firms.map(firm => [firm.id, firm.name, status(firm.active), firm.advisorCount]),
  )
}
