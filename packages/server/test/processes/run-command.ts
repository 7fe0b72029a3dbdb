// Runs an operator command inside this process: a new process costs a second, mostly for loading modules that are
// already loaded here. Tests that need a separate process (signals, pipes) use process.ts.
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'

export interface Ended {
  readonly code: number
  readonly output: string
}

interface CommandOptions {
  readonly input?: string | undefined
  readonly cwd?: string
}

/** The process has one output, one environment and one working directory, so commands run one after the other. */
let last: Promise<unknown> = Promise.resolve()

export function runCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  options: CommandOptions = {},
): Promise<Ended> {
  const running = last.then(() => run(args, variables, options))
  last = running.catch(() => {})
  return running
}

async function run(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  { input = '', cwd = process.cwd() }: CommandOptions,
): Promise<Ended> {
  const { env, stdin, exitCode } = process
  const folder = process.cwd()
  let output = ''
  const writers = [process.stdout, process.stderr].map(stream =>
    vi.spyOn(stream, 'write').mockImplementation((chunk, encoding, written) => {
      output += String(chunk)
      const done = typeof encoding === 'function' ? encoding : written
      done?.()
      return true
    }),
  )
  process.env = { PATH: env['PATH'], METRICS_PORT: '0', ...variables }
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  process.chdir(cwd)
  try {
    await runProgram(['node', 'parley', ...args], { stopTracing: () => Promise.resolve() })
    return { code: exitCodeNow(), output }
  } finally {
    process.chdir(folder)
    process.env = env
    for (const writer of writers) writer.mockRestore()
    process.exitCode = exitCode
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  }
}

/** A function, because the compiler does not know that the program changes the exit code. */
const exitCodeNow = (): number => Number(process.exitCode ?? 0)
