import type { Prepared } from './databases.ts'
import type { Profile } from './profile.ts'
import type { Shape } from './shape.ts'

/** What every row is measured with. */
export interface Bench {
  /** Small, to see that everything works; the figures say nothing. */
  readonly isShort: boolean
  readonly shape: Shape
  readonly cluster: { readonly url: string; readonly pid: number }
  readonly prepared: Prepared
  readonly publicOrigin: string
  readonly apiPorts: readonly number[]
  readonly workerPort: number
  /** For files that are gone at the end. */
  readonly folder: string
  readonly requestsPath: string
  readonly connectionCounts: readonly number[]
  /** How many messages lie in the tables, one after another. */
  readonly storedCounts: readonly number[]
  readonly seconds: number
  readonly warmUpSeconds: number
  /** That the last answers may take. */
  readonly graceSeconds: number
  readonly nodeArguments: readonly string[]
  readonly profile: Profile | undefined
  readonly tell: (what: string) => void
}
