import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('send.lua', import.meta.url))

interface Load {
  readonly origin: string
  readonly requestsPath: string
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly answers: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Answered with another status than 2xx or 3xx. */
  readonly refused: number
  /** Connections that failed. */
  readonly broken: number
  readonly timeouts: number
}

/** For the answers that are still due when the last request is sent. */
const graceSeconds = 2

let runs = 0

/** As many requests at a time as there are connections, each followed by the next at once. */
export async function runWrk({ origin, requestsPath, connections, seconds }: Load): Promise<LoadResult> {
  runs += 1
  const run = `${process.pid}-${runs}-${Date.now().toString(36)}`
  const first = String((runs * 7_919) % 5_000)
  // One thread: with the rest of the machine on two cores, a second would only change places with it more often.
  const options = ['--threads', '1', '--connections', String(connections), '--timeout', '20s']
  const time = ['--duration', `${seconds + graceSeconds}s`]
  const read = ['--script', script, origin, '--', requestsPath, run, first, String(seconds)]
  const { stderr } = await promisify(execFile)('wrk', [...options, ...time, ...read])
  const result = JSON.parse(stderr) as Omit<LoadResult, 'seconds'>
  // From the first request to the last answer.
  return { ...result, seconds: seconds + result.p50Ms / 1_000 }
}
