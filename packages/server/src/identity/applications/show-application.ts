import type { Database } from '../../platform/db/pool.ts'
import { findApplication } from './find-application.ts'
import { apiKeys, firmAuthorizations, validSecrets } from './queries.ts'
import { type ApiKey, type Application, applicationOf } from './records.ts'

interface ApplicationDetail extends Application {
  /** Currently valid secrets, newest first. One without an end is valid until it is rotated. */
  readonly clientSecrets: readonly { readonly createdAt: Date; readonly expiresAt: Date | null }[]
  readonly apiKeys: readonly ApiKey[]
  /** Firms that have authorized the application for all their advisors. */
  readonly firms: readonly {
    readonly id: number
    readonly name: string
    readonly scopes: readonly string[]
    readonly authorizedAt: Date
  }[]
}

export async function showApplication(database: Database, clientId: string): Promise<ApplicationDetail> {
  const application = await findApplication(database, clientId)
  const [secrets, keys, firms] = await Promise.all([
    validSecrets(database, [application.id]),
    apiKeys(database, [application.id]),
    firmAuthorizations(database, [application.id]),
  ])
  return {
    ...applicationOf(application),
    clientSecrets: secrets,
    apiKeys: keys,
    firms,
  }
}
