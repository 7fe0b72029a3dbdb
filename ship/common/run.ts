import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'

interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
  /** File for everything the program prints, instead of returning it. */
  readonly log?: string
}

/** Runs a program and returns its output. A failure shows its last lines. */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}).end(options.input ?? '')
  const log = options.log === undefined ? undefined : createWriteStream(options.log)
  let output = ''
  let errors = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
    log?.write(chunk)
  })
  child.stderr.on('data', chunk => {
    errors += String(chunk)
    log?.write(chunk)
  })
  const code = await new Promise<number | string | null>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', resolve)
  })
  log?.end()
  if (code === 0) return output.trim()
  const tail = `${output}${errors}`.trim().split('\n').slice(-30).join('\n')
  throw new Error(`${program} ${args.join(' ')}\nfailed (${code}):\n${tail}`)
}
