import { Command } from 'commander'
import { advisorCommand } from './advisor.ts'
import { apiCommand } from './api.ts'
import { appCommand } from './app.ts'
import { carrierCommand } from './carrier.ts'
import { consentCommand } from './consent.ts'
import { contactsCommand } from './contacts.ts'
import { contentCommand } from './content.ts'
import { devCommand } from './dev.ts'
import { exitCodeOf, explainFailure } from './explain-failure.ts'
import { firmCommand } from './firm.ts'
import { grantCommand } from './grant.ts'
import { helpCommand } from './help.ts'
import { keyCommand } from './key.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { numberCommand } from './number.ts'
import { outboxCommand } from './outbox.ts'
import type { ProcessContext } from './run-process.ts'
import { simulatorCommand } from './simulator.ts'
import { workerCommand } from './worker.ts'

/** Exit codes: 0 done, 1 failed, 2 called wrongly. */
export async function runProgram(argv: readonly string[], context: ProcessContext): Promise<void> {
  const program = new Command('parley')
    .description('Compliance-grade texting and address book for financial advisors.')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nStart with: npm run dev\nEvery setting is an environment variable; docs/configuration.md lists them.',
    )
  const services = [
    apiCommand(context),
    workerCommand(context),
    simulatorCommand(context),
    migrateCommand(),
    devCommand(),
  ]
  const accounts = [
    firmCommand(),
    advisorCommand(),
    numberCommand(),
    appCommand(),
    keyCommand(),
    grantCommand(),
    keysCommand(),
  ]
  for (const command of services) program.addCommand(command)
  for (const command of accounts) program.addCommand(command.helpGroup('Accounts:'))
  program.addCommand(carrierCommand().helpGroup('Texting:'))
  program.addCommand(consentCommand().helpGroup('Texting:'))
  program.addCommand(outboxCommand().helpGroup('Texting:'))
  program.addCommand(contactsCommand().helpGroup('Address book:'))
  program.addCommand(contentCommand().helpGroup('Library:'))
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
