import type { JsonObject } from '../../jobs/job.ts'
import type * as journal from '../../journal/index.ts'

/** One text to one or several recipients, none of them twice. */
export interface Send {
  readonly author: journal.Author
  readonly phones: readonly string[]
  readonly text: string
  /** What the journal tells of the schedule that it belongs to. */
  readonly schedule?: JsonObject
  /** Whoever asked for it has lost the right to, since. A request that is answered now was let in now. */
  readonly isWithdrawn?: boolean
}
