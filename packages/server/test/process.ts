import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
// Halves the time that a process takes to start.
const compileCache = join(tmpdir(), 'parley-test-compile-cache')

interface Run {
  readonly child: ChildProcess
  /** Everything printed so far. */
  readonly output: () => string
  /** Resolves with the first match in what is printed. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves with the exit code. */
  exited(): Promise<number | null>
}

/** Runs the command line as a process of its own, as an operator would. */
export function parley(
  args: readonly string[],
  variables: Record<string, string> = {},
  { input = '', cwd = process.cwd() }: { readonly input?: string | undefined; readonly cwd?: string } = {},
): Run {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...variables },
    stdio: 'pipe',
    cwd,
  })
  // A command that reads no input may end before it is written.
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
      const deadline = Date.now() + 60_000
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        if (Date.now() > deadline || child.exitCode !== null) {
          throw new Error(`${pattern} was not printed, but:\n${output}`)
        }
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
  }
}

/** Waits until a started api or worker listens, and answers its address. */
export async function listening(run: Run): Promise<string> {
  const [, address] = await run.printed(/Server listening at (http:\/\/127\.0\.0\.1:\d+)/)
  return address ?? ''
}
