// What verbs give out. Nothing here opens a door: password hashes stay behind.
import type { AdvisorRow, FirmRow, TextingNumberRow } from './queries.ts'

export interface Firm {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly advisorCount: number
  readonly createdAt: Date
}

export const firmOf = (row: FirmRow): Firm => ({
  id: row.id,
  name: row.name,
  active: row.active,
  advisorCount: row.advisors,
  createdAt: row.created_at,
})

export interface Advisor {
  readonly id: number
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
  identifier: row.identifier,
  name: row.name,
  email: row.email,
  timeZone: row.time_zone,
  firm: { id: row.firm_id, name: row.firm_name, active: row.firm_active },
  hasPassword: row.password_hash !== null,
  active: row.active,
  createdAt: row.created_at,
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
  advisor: { id: row.advisor_id, identifier: row.identifier, name: row.advisor_name },
  firm: { id: row.firm_id, name: row.firm_name },
  active: row.active,
  createdAt: row.created_at,
})
