import { Command, CommanderError } from 'commander'
import { release } from '../platform/program/release.ts'
import type { ProcessContext } from './run-process.ts'
import { exitCodeOf, explainFailure } from './terminal/explain-failure.ts'
import { helpCommand } from './terminal/help.ts'

type Load = (context: ProcessContext) => Promise<Command>

/** In the order of the help. Each is loaded on demand: loading all of them takes a second. */
const commands: Readonly<Record<string, Load>> = {
  api: async context => (await import('./commands/api.ts')).apiCommand(context),
  worker: async context => (await import('./commands/worker.ts')).workerCommand(context),
  sealer: async context => (await import('./commands/log/sealer.ts')).sealerCommand(context),
  simulator: async context => (await import('./commands/simulator.ts')).simulatorCommand(context),
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  recover: async () => (await import('./commands/recover.ts')).recoverCommand(),
  dev: async () => (await import('./commands/dev.ts')).devCommand(),
  firm: async () => (await import('./commands/firm/firm.ts')).firmCommand().helpGroup('Accounts:'),
  advisor: async () =>
    (await import('./commands/advisor/advisor.ts')).advisorCommand().helpGroup('Accounts:'),
  person: async () => (await import('./commands/person/person.ts')).personCommand().helpGroup('Accounts:'),
  number: async () => (await import('./commands/number.ts')).numberCommand().helpGroup('Accounts:'),
  app: async () => (await import('./commands/application.ts')).appCommand().helpGroup('Accounts:'),
  key: async () => (await import('./commands/api-key.ts')).keyCommand().helpGroup('Accounts:'),
  grant: async () => (await import('./commands/grant.ts')).grantCommand().helpGroup('Accounts:'),
  keys: async () => (await import('./commands/keys/signing-key.ts')).keysCommand().helpGroup('Accounts:'),
  secret: async () => (await import('./commands/keys/secret.ts')).secretCommand().helpGroup('Accounts:'),
  carrier: async () => (await import('./commands/carrier/carrier.ts')).carrierCommand().helpGroup('Texting:'),
  consent: async () => (await import('./commands/consent.ts')).consentCommand().helpGroup('Texting:'),
  outbox: async () => (await import('./commands/outbox/outbox.ts')).outboxCommand().helpGroup('Texting:'),
  backup: async () => (await import('./commands/backup/backup.ts')).backupCommand().helpGroup('Evidence:'),
  log: async () => (await import('./commands/log/log.ts')).logCommand().helpGroup('Evidence:'),
  witness: async context =>
    (await import('./commands/log/witness.ts')).witnessCommand(context).helpGroup('Evidence:'),
  evidence: async () =>
    (await import('./commands/evidence/evidence.ts')).evidenceCommand().helpGroup('Evidence:'),
  verify: async () => (await import('./commands/evidence/verify.ts')).verifyCommand().helpGroup('Evidence:'),
  contacts: async () => (await import('./commands/contacts.ts')).contactsCommand().helpGroup('Address book:'),
  content: async () => (await import('./commands/content.ts')).contentCommand().helpGroup('Library:'),
}

/** The requested command. Help and unknown commands, for which the nearest is suggested, need all of them. */
export async function loadCommands(called: string | undefined, context: ProcessContext): Promise<Command[]> {
  if (called === '--version') return []
  const load = called !== undefined && Object.hasOwn(commands, called) ? commands[called] : undefined
  return load ? [await load(context)] : Promise.all(Object.values(commands).map(each => each(context)))
}

/** Exit codes: 0 success, 1 failure, 2 usage error. */
export async function runProgram(argv: readonly string[], context: ProcessContext): Promise<void> {
  const program = new Command('parley')
    .description('Compliance-grade texting and address book for financial advisors.')
    .version(`parley ${release()}`, '--version', 'print the release and the commit')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nTo start: npm run dev\nAll settings are environment variables; see docs/configuration.md.',
    )
  for (const command of await loadCommands(argv[2], context)) program.addCommand(command)
  program.addCommand(helpCommand(program))
  explainWrongCalls(program, 'parley help')
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      // The help or the error is already printed.
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

/** Exits with 2 and points to the help. Nested commands do not inherit this. */
function explainWrongCalls(command: Command, help: string): void {
  command.exitOverride()
  command.showSuggestionAfterError().showHelpAfterError(`For usage: ${help}`)
  for (const inner of command.commands) explainWrongCalls(inner, `${help} ${inner.name()}`)
}
