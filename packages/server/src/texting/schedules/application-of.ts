import type { Author } from '../../journal/index.ts'

/** The application that stands behind what the author does; null where none does. */
export const applicationOf = ({ actor }: Author): number | null =>
  actor.kind === 'application' ? actor.applicationId : null
