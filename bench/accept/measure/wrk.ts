import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadResult } from '../load/load-result.ts'

const script = fileURLToPath(new URL('../load/send.lua', import.meta.url))

interface WrkRun {
  readonly origin: string
  readonly requestsPath: string
  readonly connections: number
  readonly seconds: number
  /** Grace period for the last responses. */
  readonly graceSeconds: number
  readonly hasKeys?: boolean
}

let runs = 0

/** Closed loop: one request in flight per connection. */
export async function runWrk(options: WrkRun): Promise<LoadResult> {
  const { origin, requestsPath, connections, seconds, graceSeconds, hasKeys = true } = options
  runs += 1
  const run = hasKeys ? `${process.pid}-${runs}-${Date.now().toString(36)}` : 'none'
  const first = String((runs * 7_919) % 5_000)
  // One thread: everything shares two cores, and a second thread would only cause more context switches.
  const load = ['--threads', '1', '--connections', String(connections), '--timeout', '20s']
  const time = ['--duration', `${seconds + graceSeconds}s`]
  const read = ['--script', script, origin, '--', requestsPath, run, first, String(seconds)]
  const { stderr } = await promisify(execFile)('wrk', [...load, ...time, ...read])
  const result = JSON.parse(stderr) as Omit<LoadResult, 'seconds'>
  // From the first request to the last answer.
  return { ...result, seconds: seconds + result.p50Ms / 1_000 }
}
