import type { Bench } from '../accept/parts.ts'

/** Of the load generator. */
export const connections = 64

/** What every row is measured with, and for which windows. */
export interface SmppBench extends Bench {
  readonly windows: readonly number[]
  /** Of those, the ones that are measured end to end. */
  readonly flowWindows: readonly number[]
  /** Texts that wait when a worker begins. */
  readonly backlog: number
}
