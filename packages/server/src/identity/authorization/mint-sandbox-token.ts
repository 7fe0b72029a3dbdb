import { randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { lifetimes } from './lifetimes.ts'
import { loadSigningKeys } from './load-signing-keys.ts'
import { audienceOf } from './paths.ts'
import { recordGrant } from './queries.ts'

interface SandboxToken {
  readonly database: Database
  readonly config: {
    readonly publicOrigin: string
    readonly environment: Environment
    readonly cell: number
    readonly secretKey: Buffer
  }
  /** The advisor for whom it speaks, as if that advisor had allowed the application. */
  readonly identifier: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly lifetimeSeconds: number
}

/** An access token for trying things out, without a sign-in and of a longer life. A grant is recorded, and can be revoked. */
export async function mintSandboxToken(options: SandboxToken): Promise<string> {
  const { database, config, identifier, clientId, scopes, lifetimeSeconds } = options
  if (config.environment !== 'sandbox') throw new Error('Tokens are minted in the sandbox only')
  if (lifetimeSeconds > lifetimes.sandboxToken) throw new Error('The signing key may be gone by then')
  const [signingKey] = await loadSigningKeys(database, config)
  const grantId = `sandbox_${randomBytes(16).toString('base64url')}`
  const [granted] = await inTransaction(database, tx =>
    recordGrant(tx, [identifier, clientId, grantId, scopes]),
  )
  if (!granted) throw new Error('There is no such advisor or application')
  return new SignJWT({
    client_id: clientId,
    scope: scopes.join(' '),
    advisor_id: granted.advisor_id,
    firm_id: granted.firm_id,
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
