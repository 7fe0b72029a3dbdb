import { randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { lifetimes } from '../lifetimes.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'
import { audienceOf } from './paths.ts'
import { recordAllowed } from './record-allowed.ts'
import { loadSigningKeys } from './signing-keys/load-signing-keys.ts'

interface SandboxToken {
  readonly database: Database
  readonly config: {
    readonly publicOrigin: string
    readonly environment: Environment
    readonly cell: number
  } & SecretKeys
  /** The advisor it acts for, as if that advisor had allowed the application. */
  readonly identifier: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly lifetimeSeconds: number
}

/** A longer-lived access token for experiments, without a sign-in. A grant is recorded, and can be revoked. */
export async function mintSandboxToken(options: SandboxToken): Promise<string> {
  const { database, config, identifier, clientId, scopes, lifetimeSeconds } = options
  if (config.environment !== 'sandbox') throw new Error('Tokens are minted in the sandbox only')
  if (lifetimeSeconds > lifetimes.sandboxToken) throw new Error('The signing key may be gone by then')
  const [signingKey] = await loadSigningKeys(database, config)
  const grantId = `sandbox_${randomBytes(16).toString('base64url')}`
  const allowed = { identifier, clientId, grantId, scopes, lifetimeSeconds, actor: journal.setup }
  const granted = await inTransaction(database, tx => recordAllowed(tx, allowed))
  if (!granted) throw new Error('There is no such advisor or application')
  return new SignJWT({
    client_id: clientId,
    scope: scopes.join(' '),
    advisor_id: granted.advisorId,
    firm_id: granted.firmId,
    gid: grantId,
    cell: config.cell,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: String(signingKey.kid) })
    .setIssuer(config.publicOrigin)
    .setAudience(audienceOf(config.publicOrigin))
    .setSubject(identifier)
    .setJti(randomBytes(16).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds} seconds`)
    .sign(await importJWK(signingKey, 'ES256'))
}
