// npx --no @parley/sdk as a process of its own, from its sources.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../program/main.ts', import.meta.url))

export interface Running {
  readonly child: ChildProcess
  /** Everything that it has printed. */
  readonly output: () => string
  /** Resolves when it has printed this. */
  readonly printed: (text: string | RegExp) => Promise<void>
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>
}

export function startProgram(
  args: readonly string[],
  { cwd, variables = {} }: { readonly cwd: string; readonly variables?: Readonly<Record<string, string>> },
): Running {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += String(chunk)))
  child.stderr.on('data', chunk => (output += String(chunk)))
  const isPrinted = (text: string | RegExp): boolean =>
    typeof text === 'string' ? output.includes(text) : text.test(output)
  return {
    child,
    output: () => output,
    printed: async text => {
      while (!isPrinted(text)) {
        if (child.exitCode !== null) throw new Error(`It ended before it printed ${text}:\n${output}`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
}
