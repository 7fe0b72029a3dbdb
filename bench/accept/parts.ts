import type { Prepared } from './databases.ts'
import type { Shape } from './load/shape.ts'
import type { Profile } from './report/profile.ts'

/** Settings of every measurement. */
export interface Bench {
  /** Small run to see that everything works; the figures mean nothing. */
  readonly isShort: boolean
  readonly shape: Shape
  readonly cluster: { readonly url: string; readonly socketFolder: string; readonly pid: number }
  readonly prepared: Prepared
  readonly publicOrigin: string
  readonly apiPorts: readonly number[]
  readonly workerPort: number
  /** Temporary files. */
  readonly folder: string
  readonly requestsPath: string
  /** Requests to all members of an advisor. */
  readonly bulkRequestsPath: string
  readonly connectionCounts: readonly number[]
  /** Numbers of stored messages to measure. */
  readonly storedCounts: readonly number[]
  readonly seconds: number
  readonly warmUpSeconds: number
  /** Grace period for the last responses. */
  readonly graceSeconds: number
  readonly nodeArguments: readonly string[]
  readonly profile: Profile | undefined
  readonly tell: (what: string) => void
}
