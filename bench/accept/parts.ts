import type { Prepared } from './databases.ts'
import type { Profile } from './profile.ts'
import type { Shape } from './shape.ts'

/** What every row is measured with. */
export interface Bench {
  readonly shape: Shape
  readonly cluster: { readonly url: string; readonly pid: number }
  readonly prepared: Prepared
  readonly publicOrigin: string
  readonly apiPorts: readonly number[]
  readonly workerPort: number
  readonly requestsPath: string
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly nodeArguments: readonly string[]
  readonly profile: Profile | undefined
  readonly tell: (what: string) => void
}
