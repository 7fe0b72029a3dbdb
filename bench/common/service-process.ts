import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../packages/server/src/config.ts'

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const startLimitMs = 60_000
/** Started as in the image. */
const imageArguments = ['--max-semi-space-size=64']

export interface ServiceProcess {
  readonly pid: number
  /** Resolves with the output after a graceful stop. */
  readonly stop: () => Promise<string>
}

/**
 * `parley api`, `parley worker` or `parley sealer` as an operator runs it, or a program in its place. It logs to a file: reading
 * its lines from a pipe would take CPU time next to the measurement.
 */
export async function startService(
  role: 'api' | 'worker' | 'sealer',
  variables: Record<string, string>,
  nodeArguments: readonly string[] = [],
  program: readonly string[] = [main, role],
): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-log-'))
  const path = join(folder, role)
  const log = openSync(path, 'w')
  const child = spawn(process.execPath, [...imageArguments, ...nodeArguments, ...program], {
    env: childEnvironment({ NODE_ENV: 'production', ...variables }),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  // When this program ends, so do the processes it started.
  const abandon = (): void => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
  process.on('exit', abandon)
  const exit = once(child, 'exit')
  const printed = (): Promise<string> => readFile(path, 'utf8')
  const deadline = performance.now() + startLimitMs
  while (!(await printed()).includes('Server listening at')) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The ${role} did not start:\n${await printed()}`)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
      const output = await printed()
      process.off('exit', abandon)
      await rm(folder, { recursive: true })
      return output
    },
  }
}
