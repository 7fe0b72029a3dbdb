import { runWrk } from '../measure/wrk.ts'
import type { LoadResult } from './load-result.ts'
import { runSender } from './run-sender.ts'

interface Target {
  readonly origin: string
  readonly requestsPath: string
  readonly seconds: number
  readonly graceSeconds: number
}

/** HTTP client. Several api processes share the requests. */
export type Load = (target: Target, parts: number) => Promise<LoadResult>

/** Each connection sends again as soon as it has a response. */
export const closedLoop =
  (connections: number): Load =>
  ({ origin, requestsPath, seconds, graceSeconds }, parts) =>
    runWrk({ origin, requestsPath, seconds, graceSeconds, connections: Math.ceil(connections / parts) })

/** Open loop: sends per second regardless of responses. Latency counts from the due time. */
export const openLoop =
  (perSecond: number): Load =>
  ({ origin, requestsPath, seconds }, parts) =>
    runSender({ origin, requestsPath, seconds, connections: 256, pace: { perSecond: perSecond / parts } })

/** One send at a time with a pause in between, to measure latency. */
export const spacedSends =
  (pauseMs: number): Load =>
  ({ origin, requestsPath, seconds }) =>
    runSender({ origin, requestsPath, seconds, connections: 1, pace: { pauseMs } })
