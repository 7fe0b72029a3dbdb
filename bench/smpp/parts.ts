import type { Bench } from '../accept/parts.ts'

/** HTTP connections of the load generator. */
export const connections = 64

/** Settings of every measurement, and the windows. */
export interface SmppBench extends Omit<Bench, 'bulkRequestsPath'> {
  readonly windows: readonly number[]
  /** Subset that is measured end to end. */
  readonly flowWindows: readonly number[]
  /** Number of waiting texts when a worker starts. */
  readonly backlog: number
}
