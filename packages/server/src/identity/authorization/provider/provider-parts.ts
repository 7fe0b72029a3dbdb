import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from 'oidc-provider'
import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'

export interface ProviderParts {
  readonly database: Database
  readonly config: {
    readonly publicOrigin: string
    readonly environment: Environment
    readonly cell: number
    readonly secretKey: Buffer
  }
  readonly log: FastifyBaseLogger
  readonly renderError: NonNullable<Configuration['renderError']>
}
