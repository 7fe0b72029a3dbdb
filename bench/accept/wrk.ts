import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadResult } from './load-result.ts'

const script = fileURLToPath(new URL('send.lua', import.meta.url))

interface WrkRun {
  readonly origin: string
  readonly requestsPath: string
  readonly connections: number
  readonly seconds: number
  /** For the answers that are still due when the last request is sent. */
  readonly graceSeconds: number
  readonly hasKeys?: boolean
}

let runs = 0

/** As many requests at a time as there are connections, each followed by the next at once. */
export async function runWrk(options: WrkRun): Promise<LoadResult> {
  const { origin, requestsPath, connections, seconds, graceSeconds, hasKeys = true } = options
  runs += 1
  const run = hasKeys ? `${process.pid}-${runs}-${Date.now().toString(36)}` : 'none'
  const first = String((runs * 7_919) % 5_000)
  // One thread: with the rest of the machine on two cores, a second would only change places with it more often.
  const load = ['--threads', '1', '--connections', String(connections), '--timeout', '20s']
  const time = ['--duration', `${seconds + graceSeconds}s`]
  const read = ['--script', script, origin, '--', requestsPath, run, first, String(seconds)]
  const { stderr } = await promisify(execFile)('wrk', [...load, ...time, ...read])
  const result = JSON.parse(stderr) as Omit<LoadResult, 'seconds'>
  // From the first request to the last answer.
  return { ...result, seconds: seconds + result.p50Ms / 1_000 }
}
