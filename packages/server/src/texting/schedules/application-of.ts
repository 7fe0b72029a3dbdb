import type { Author } from '../../journal/index.ts'

/** The application the author acts through, or null. */
export const applicationOf = ({ actor }: Author): number | null =>
  actor.kind === 'application' ? actor.applicationId : null
