// What verbs give out. A secret is never in it: it is handed over once, by the verb that issues it.
import type { ApiKeyRow, ApplicationRow } from './queries.ts'

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
  clientId: row.client_id,
  name: row.name,
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  grantTypes: row.grant_types,
  active: row.active,
  createdAt: row.created_at,
})

/** What a key may do: requests a second, requests at once after a pause, and requests a day, null without limit. */
export interface UsagePlan {
  readonly ratePerSecond: number
  readonly burst: number
  readonly dailyQuota: number | null
}

export interface ApiKey extends UsagePlan {
  readonly id: number
  readonly clientId: string
  readonly applicationName: string
  /** The last four characters. */
  readonly hint: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

export const apiKeyOf = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  clientId: row.client_id,
  applicationName: row.application_name,
  hint: row.hint,
  ratePerSecond: row.rate_per_second,
  burst: row.burst,
  dailyQuota: row.daily_quota,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
})

/** What an advisor has allowed an application to do. */
export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly application: string
  readonly scopes: readonly string[]
  readonly grantedAt: Date
  readonly revokedAt: Date | null
}
