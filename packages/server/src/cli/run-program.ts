import { Command } from 'commander'
import { exitCodeOf, explainFailure } from './explain-failure.ts'
import { helpCommand } from './help.ts'
import type { ProcessContext } from './run-process.ts'

type Load = (context: ProcessContext) => Promise<Command>

/** In the order of the help. Each is loaded when it is called: all of them together take a second. */
const commands: Readonly<Record<string, Load>> = {
  api: async context => (await import('./api.ts')).apiCommand(context),
  worker: async context => (await import('./worker.ts')).workerCommand(context),
  simulator: async context => (await import('./simulator.ts')).simulatorCommand(context),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  dev: async () => (await import('./dev.ts')).devCommand(),
  firm: async () => (await import('./firm.ts')).firmCommand().helpGroup('Accounts:'),
  advisor: async () => (await import('./advisor.ts')).advisorCommand().helpGroup('Accounts:'),
  number: async () => (await import('./number.ts')).numberCommand().helpGroup('Accounts:'),
  app: async () => (await import('./app.ts')).appCommand().helpGroup('Accounts:'),
  key: async () => (await import('./key.ts')).keyCommand().helpGroup('Accounts:'),
  grant: async () => (await import('./grant.ts')).grantCommand().helpGroup('Accounts:'),
  keys: async () => (await import('./keys.ts')).keysCommand().helpGroup('Accounts:'),
  carrier: async () => (await import('./carrier.ts')).carrierCommand().helpGroup('Texting:'),
  consent: async () => (await import('./consent.ts')).consentCommand().helpGroup('Texting:'),
  outbox: async () => (await import('./outbox.ts')).outboxCommand().helpGroup('Texting:'),
  contacts: async () => (await import('./contacts.ts')).contactsCommand().helpGroup('Address book:'),
  content: async () => (await import('./content.ts')).contentCommand().helpGroup('Library:'),
}

/** The one that is called. Help and a word that nobody knows, to which the nearest is suggested, need all of them. */
async function loadCommands(called: string | undefined, context: ProcessContext): Promise<Command[]> {
  const load = called !== undefined && Object.hasOwn(commands, called) ? commands[called] : undefined
  return load ? [await load(context)] : Promise.all(Object.values(commands).map(each => each(context)))
}

/** Exit codes: 0 done, 1 failed, 2 called wrongly. */
export async function runProgram(argv: readonly string[], context: ProcessContext): Promise<void> {
  const program = new Command('parley')
    .description('Compliance-grade texting and address book for financial advisors.')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nStart with: npm run dev\nEvery setting is an environment variable; docs/configuration.md lists them.',
    )
  for (const command of await loadCommands(argv[2], context)) program.addCommand(command)
  program.addCommand(helpCommand(program))
  explainWrongCalls(program, 'parley help')
  try {
    await program.parseAsync(argv)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

/** Exits with 2 and says where the right call is told. A command inside a command does not inherit this. */
function explainWrongCalls(command: Command, help: string): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  command.showSuggestionAfterError().showHelpAfterError(`What it takes: ${help}`)
  for (const inner of command.commands) explainWrongCalls(inner, `${help} ${inner.name()}`)
}
