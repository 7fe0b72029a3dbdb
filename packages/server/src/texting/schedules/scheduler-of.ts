import type { Author, Scheduler } from '../../journal/index.ts'

interface KeptScheduler {
  /** The application the author acts through, or null. */
  readonly applicationId: number | null
  /** Null for the service itself. */
  readonly scheduledBy: Scheduler | null
}

/** What a schedule keeps about who wrote it. */
export const schedulerOf = ({ actor }: Author): KeptScheduler => ({
  applicationId: actor.kind === 'application' ? actor.applicationId : null,
  scheduledBy: actor.kind === 'system' ? null : actor,
})
