import { Command } from 'commander'
import { apiCommand } from './api.ts'
import { devCommand } from './dev.ts'
import { explainFailure } from './explain-failure.ts'
import { migrateCommand } from './migrate.ts'
import type { ProcessContext } from './run-process.ts'
import { workerCommand } from './worker.ts'

/** Exit codes: 0 done, 1 failed, 2 called wrongly. */
export async function runProgram(argv: readonly string[], context: ProcessContext): Promise<void> {
  const program = new Command('parley')
    .description('Compliance-grade texting and address book for financial advisors.')
    .helpCommand('help [command]', 'show what a command does and takes')
    .addHelpText(
      'after',
      '\nStart with: npm run dev\nEvery setting is an environment variable; docs/configuration.md lists them.',
    )
  const commands = [apiCommand(context), workerCommand(context), migrateCommand(), devCommand()]
  for (const command of commands) {
    program.addCommand(command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2)))
  }
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2)).showSuggestionAfterError()
  try {
    await program.parseAsync(argv)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exitCode = 1
  }
}
