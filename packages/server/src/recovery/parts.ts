import type { SecretKeys } from '../identity/index.ts'
import type { Environment } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/pool.ts'

export interface RecoveryParts {
  readonly database: Database
  readonly environment: Environment
  readonly secretKeys: SecretKeys
  readonly publicOrigin: string
  readonly operator: string
  readonly log: { warn(fields: object, message: string): void }
}
