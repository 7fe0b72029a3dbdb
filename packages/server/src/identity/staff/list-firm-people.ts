import type { Role } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { type FirmPersonRow, firmPeople } from './queries.ts'

interface Place {
  readonly name: string
  readonly id: number
}

interface PeopleSearch {
  readonly firmId: number
  readonly after?: Place | undefined
  readonly limit: number
  /** Part of a name or an e-mail address. */
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly access?: 'active' | 'deactivated' | undefined
  /** An advisor whose account they hold. */
  readonly holds?: number | undefined
}

interface FoundPeople {
  readonly people: readonly FirmPersonRow[]
  /** The last one shown, if anybody follows. */
  readonly last: Place | undefined
}

/** A page of those of the firm, by name, including those who were deactivated. */
export async function listFirmPeople(
  db: Queryable,
  { firmId, after, limit, search, role, access, holds }: PeopleSearch,
): Promise<FoundPeople> {
  const part = search?.trim() || undefined
  const isActive = access && access === 'active'
  const place = [firmId, undefined, after?.name, after?.id] as const
  // One more than shown tells whether anybody follows.
  const rows = await firmPeople(db, [...place, part, role, isActive, holds, limit + 1])
  const people = rows.slice(0, limit)
  const last = rows.length > limit ? people.at(-1) : undefined
  return { people, last: last && { name: last.name, id: last.personId } }
}
