import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AuthorizationServer } from '../authorization/create-authorization-server.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'
import type { FormTokens } from './form-token.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'

export interface SignInParts extends AppSignInParts {
  readonly authorization: AuthorizationServer
}

/** Parts for signing in to the advisor app. */
export interface AppSignInParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly config: {
    readonly publicOrigin: string
    readonly environment: Environment
    /** Undefined: no mail is sent. */
    readonly mailUrl?: string | undefined
  } & SecretKeys
}

/** Parts shared by the pages and the passkey script. */
export interface SignIn extends SignInParts {
  readonly tokens: FormTokens
  /** Absent if browsers would refuse passkeys. */
  readonly relyingParty: RelyingParty | undefined
}
