import type { PersonRow } from './queries.ts'

/** Somebody without a role has nothing to do here. */
export const mayEnter = ({ active, firmActive, roles }: PersonRow): boolean =>
  active && firmActive && roles.length > 0
