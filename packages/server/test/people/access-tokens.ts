// Access tokens, valid ones and ones that the authorization server would never issue.
import { randomUUID } from 'node:crypto'
import { scopes } from '@parley/contract'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'
import type { Database } from '../../src/platform/db/pool.ts'
import {
  createAdvisor,
  createApiKey,
  createApplication,
  grantAccess,
  type TestAdvisor,
  type TestApplication,
} from './people.ts'

export interface TokenIssuer {
  readonly kid: string
  readonly publicJwk: JWK
  /** Signs the claims, without undefined ones. */
  sign(claims: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>
}

/** A signing key of the installation whose database it is. */
export async function createTokenIssuer(database: Database): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  await database.query(
    `insert into signing_key (kid, public_jwk, encrypted_private_jwk) values ($1, $2, '\\x00')`,
    [kid, publicJwk],
  )
  return {
    kid,
    publicJwk,
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
        .sign(privateKey),
  }
}

export interface Visitor {
  readonly advisor: TestAdvisor
  readonly application: TestApplication
  readonly grantId: string
  readonly keyId: number
  readonly apiKey: string
  /** The claims of a valid token. */
  claims(changed?: Record<string, unknown>): Record<string, unknown>
}

/** An advisor who has allowed an application, and the application's key: everything for a call except the signature. */
export async function createVisitor(
  database: Database,
  origin: string,
  plan: Parameters<typeof createApiKey>[2] = {},
): Promise<Visitor> {
  const advisor = await createAdvisor(database)
  const application = await createApplication(database)
  const grantId = await grantAccess(database, advisor.id, application.id)
  const { id: keyId, apiKey } = await createApiKey(database, application.id, plan)
  return {
    advisor,
    application,
    grantId,
    keyId,
    apiKey,
    claims: (changed = {}) => {
      const nowSeconds = Math.floor(Date.now() / 1000)
      return {
        iss: origin,
        aud: `${origin}/v1`,
        sub: advisor.identifier,
        client_id: application.clientId,
        scope: Object.keys(scopes).join(' '),
        advisor_id: advisor.id,
        firm_id: advisor.firmId,
        gid: grantId,
        cell: 1,
        jti: randomUUID(),
        iat: nowSeconds,
        exp: nowSeconds + 900,
        ...changed,
      }
    },
  }
}
