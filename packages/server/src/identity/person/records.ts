import type { Role } from '@parley/contract'
import type { PersonRow } from './queries.ts'

/** Public record of a person, without credentials. */
export interface PersonRecord {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly firm: { readonly id: number; readonly name: string; readonly active: boolean }
  readonly roles: readonly Role[]
  /** Identifier of the account with the id of the person, while they hold it. */
  readonly identifier: string | null
  /** Identifiers of all accounts that the person holds, the own one first. */
  readonly holds: readonly string[]
  /** Identifiers of the advisors for whom the person acts. */
  readonly assists: readonly string[]
  readonly hasPassword: boolean
  readonly active: boolean
  readonly createdAt: Date
}

export const personRecordOf = (row: PersonRow): PersonRecord => ({
  id: row.id,
  name: row.name,
  email: row.email,
  firm: { id: row.firmId, name: row.firmName, active: row.firmActive },
  roles: row.roles,
  identifier: row.identifier,
  holds: row.holds,
  assists: row.assists,
  hasPassword: row.passwordHash !== null,
  active: row.active,
  createdAt: row.createdAt,
})
