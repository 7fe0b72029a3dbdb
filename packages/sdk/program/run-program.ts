import { version } from '../src/version.ts'
import { explainError } from './explain-error.ts'
import { listen, listenHelp } from './listen/listen.ts'
import { type Surroundings, UsageError } from './surroundings.ts'
import { trigger, triggerHelp } from './trigger/trigger.ts'

interface Command {
  readonly run: (args: readonly string[], surroundings: Surroundings) => Promise<void>
  readonly help: string
}

const commands: Readonly<Record<string, Command>> = {
  listen: { run: listen, help: listenHelp },
  trigger: { run: trigger, help: triggerHelp },
}

const help = `Usage: npx --no @parley/sdk <command>

Try events on your own machine.

Commands:
  listen    forward events to a server on your machine, signed like webhooks
  trigger   cause events in a sandbox, through its virtual phones

For the options of a command: npx --no @parley/sdk <command> --help`

/** Exit codes: 0 success, 1 failure, 2 usage error. */
export async function runProgram(args: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { print, printError, signal } = surroundings
  const [name, ...rest] = args
  if (name === '--version') return done(print, version)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    if (name === undefined) return wrong(printError, help)
    return done(print, help)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    return wrong(printError, `There is no command ${name}. For the commands: npx --no @parley/sdk help`)
  if (rest.includes('--help') || rest.includes('-h')) return done(print, command.help)
  try {
    await command.run(rest, surroundings)
    return 0
  } catch (error) {
    if (signal.aborted) return 0
    if (isUsageError(error)) {
      printError(error.message)
      return wrong(printError, `For usage: npx --no @parley/sdk ${name} --help`)
    }
    printError(explainError(error))
    return 1
  }
}

function done(print: (line: string) => void, text: string): 0 {
  print(text)
  return 0
}

function wrong(print: (line: string) => void, text: string): 2 {
  print(text)
  return 2
}

/** Ours, or one of parseArgs. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
