import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from 'oidc-provider'
import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'

export interface ProviderParts {
  readonly database: Database
  readonly config: {
    readonly publicOrigin: string
    readonly environment: Environment
    readonly cell: number
  } & SecretKeys
  readonly log: FastifyBaseLogger
  readonly renderError: NonNullable<Configuration['renderError']>
}
