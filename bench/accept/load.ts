import type { LoadResult } from './load-result.ts'
import { runSender } from './run-sender.ts'
import { runWrk } from './wrk.ts'

interface Target {
  readonly origin: string
  readonly requestsPath: string
  readonly seconds: number
  readonly graceSeconds: number
}

/** A way to ask. With several api processes each gets its part. */
export type Load = (target: Target, parts: number) => Promise<LoadResult>

/** Each connection sends again as soon as it is answered. */
export const closedLoop =
  (connections: number): Load =>
  ({ origin, requestsPath, seconds, graceSeconds }, parts) =>
    runWrk({ origin, requestsPath, seconds, graceSeconds, connections: Math.ceil(connections / parts) })

/** So many a second, whatever becomes of them. Times count from when a send was due. */
export const openLoop =
  (perSecond: number): Load =>
  ({ origin, requestsPath, seconds }, parts) =>
    runSender({ origin, requestsPath, seconds, connections: 256, pace: { perSecond: perSecond / parts } })

/** One at a time and then a rest: the time that a single send takes. */
export const onceInAWhile =
  (pauseMs: number): Load =>
  ({ origin, requestsPath, seconds }) =>
    runSender({ origin, requestsPath, seconds, connections: 1, pace: { pauseMs } })
