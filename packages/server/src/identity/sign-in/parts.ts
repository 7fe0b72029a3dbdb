import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import type { AuthorizationServer } from '../authorization/create-authorization-server.ts'
import type { FormTokens } from './form-token.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'

export interface SignInParts extends AppSignInParts {
  readonly authorization: AuthorizationServer
}

/** What signing in to the advisor's own app needs: nobody else is told of it. */
export interface AppSignInParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly config: {
    readonly publicOrigin: string
    readonly environment: Environment
    readonly secretKey: Buffer
  }
}

/** What both the pages and the passkey script need. */
export interface SignIn extends SignInParts {
  readonly tokens: FormTokens
  /** Absent where browsers would refuse passkeys. */
  readonly relyingParty: RelyingParty | undefined
}
