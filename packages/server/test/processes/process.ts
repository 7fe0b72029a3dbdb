import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

interface Run {
  readonly child: ChildProcess
  /** Everything printed so far. */
  readonly output: () => string
  /** Resolves with the first match in the output. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves with the exit code. */
  exited(): Promise<number | null>
}

/** Runs the CLI as a separate process, like an operator. */
export function parley(
  args: readonly string[],
  variables: Record<string, string> = {},
  { input = '', cwd = process.cwd() }: { readonly input?: string | undefined; readonly cwd?: string } = {},
): Run {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      METRICS_PORT: '0',
      ...variables,
    },
    stdio: 'pipe',
    cwd,
  })
  // A command that does not read its input may exit before the input is written.
  child.stdin.on('error', () => {}).end(input)
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const exit = once(child, 'close')
  return {
    child,
    output: () => output,
    exited: async () => (await exit)[0] as number | null,
    printed: async pattern => {
      const deadline = Date.now() + 600_000
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        if (Date.now() > deadline || child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`${pattern} was not printed. Output:\n${output}`)
        }
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
  }
}

/** URL of a running api's metrics. */
export async function metricsOf(api: Run): Promise<string> {
  const [, address] = await api.printed(/Metrics at (http:\/\/127\.0\.0\.1:\d+\/metrics)/)
  return address ?? ''
}

/** Waits until a started api or worker listens, and returns its address. */
export async function listening(run: Run): Promise<string> {
  const [, address] = await run.printed(/Server listening at (http:\/\/127\.0\.0\.1:\d+)/)
  return address ?? ''
}
