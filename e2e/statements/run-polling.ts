import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface Polling {
  /** When the SDK asked, in milliseconds since the consent request. */
  readonly polls: readonly number[]
  readonly outcome: string
}

/** Lets the built SDK wait for a reply that never comes, in a process whose clock runs through the day at once. */
export async function runPolling(): Promise<Polling> {
  const program = fileURLToPath(new URL('polling-program.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  return JSON.parse(stdout) as Polling
}
