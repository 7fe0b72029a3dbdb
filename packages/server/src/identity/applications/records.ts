// Public records of applications. They never contain a secret: the function that issues one returns it once.
import type { ApplicationRow } from './queries.ts'

export type { ApiKey, Grant, UsagePlan } from './queries.ts'

export interface Application {
  readonly clientId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  readonly grantTypes: readonly string[]
  readonly active: boolean
  readonly createdAt: Date
}

export const applicationOf = (row: ApplicationRow): Application => ({
  clientId: row.clientId,
  name: row.name,
  redirectUris: row.redirectUris,
  scopes: row.scopes,
  grantTypes: row.grantTypes,
  active: row.active,
  createdAt: row.createdAt,
})
