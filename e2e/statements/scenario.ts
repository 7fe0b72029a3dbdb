import type { Installation } from './installation.ts'
import type { Assertions } from './report.ts'

export interface Scenario {
  readonly name: string
  /** Disturbs other scenarios, for example by closing the way to the database. */
  readonly alone?: true
  run(installation: Installation, assertions: Assertions): Promise<void>
}
