import type { PersonRow } from './queries.ts'

/** Somebody without a role has nothing to do here. */
export const mayEnter = ({ active, firmActive, roles }: PersonRow): boolean =>
  active && firmActive && roles.length > 0

/** Whether a password or a passkey of their own lets somebody in. */
export const mayEnterByThemselves = (person: PersonRow): boolean =>
  mayEnter(person) && !person.mustUseFirmSignIn
