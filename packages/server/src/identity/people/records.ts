// Public records of people, without credentials such as password hashes.
import type { AdvisorRow, TextingNumberRow } from './queries.ts'

export type { Firm } from './queries.ts'

export interface Advisor {
  readonly id: number
  /** The person who holds the account. Their own, if it is the same id. */
  readonly holderId: number
  readonly identifier: string
  readonly name: string
  readonly email: string
  readonly timeZone: string
  readonly firm: { readonly id: number; readonly name: string; readonly active: boolean }
  readonly hasPassword: boolean
  readonly active: boolean
  readonly createdAt: Date
}

export const advisorOf = (row: AdvisorRow): Advisor => ({
  id: row.id,
  holderId: row.holderId,
  identifier: row.identifier,
  name: row.name,
  email: row.email,
  timeZone: row.timeZone,
  firm: { id: row.firmId, name: row.firmName, active: row.firmActive },
  hasPassword: row.passwordHash !== null,
  active: row.active,
  createdAt: row.createdAt,
})

export interface TextingNumber {
  readonly number: string
  readonly advisor: { readonly id: number; readonly identifier: string; readonly name: string }
  readonly firm: { readonly id: number; readonly name: string }
  readonly active: boolean
  readonly createdAt: Date
}

export const textingNumberOf = (row: TextingNumberRow): TextingNumber => ({
  number: row.number,
  advisor: { id: row.advisorId, identifier: row.identifier, name: row.advisorName },
  firm: { id: row.firmId, name: row.firmName },
  active: row.active,
  createdAt: row.createdAt,
})
