import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { createSecretKeys } from '../../../../test/people/create-secret-keys.ts'
import { createAdvisor, createApiKey, type TestAdvisor } from '../../../../test/people/people.ts'
import { startGuardedServer } from '../../../../test/servers/guarded-server.ts'
import {
  createPartner,
  type OAuthServer,
  obtainTokens,
  type Partner,
  startOAuthServer,
} from '../../../../test/servers/oauth-server.ts'
import { revokeGrant } from '../../applications/revoke-grant.ts'
import { mintSandboxToken } from '../mint-sandbox-token.ts'
import { loadSigningKeys } from './load-signing-keys.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { openPrivateKey, sealPrivateKey } from './seal-private-key.ts'

const { database, owner } = await useTestDatabase()
let servers: OAuthServer[] = []
let partner: Partner
let advisor: TestAdvisor

beforeAll(async () => {
  partner = await createPartner(database)
  advisor = await createAdvisor(database)
})
afterEach(async () => {
  await Promise.all(servers.map(({ app }) => app.close()))
  servers = []
  await owner.query('delete from signing_key')
})

async function start(secretKeys = createSecretKeys()): Promise<OAuthServer> {
  const server = await startOAuthServer({ database, secretKeys, keysEveryMs: 50 })
  server.person.signsInAs = advisor.identifier
  servers.push(server)
  return server
}

const published = async ({ origin }: OAuthServer): Promise<JSONWebKeySet> =>
  (await fetch(`${origin}/oauth/jwks`)).json() as Promise<JSONWebKeySet>

const kidsOf = async (server: OAuthServer): Promise<unknown[]> =>
  (await published(server)).keys.map(({ kid }) => kid)

const kidOf = (token: string): unknown => decodeProtectedHeader(token).kid

const verifies = async (server: OAuthServer, token: string): Promise<boolean> =>
  jwtVerify(token, createLocalJWKSet(await published(server))).then(
    () => true,
    () => false,
  )

const retiredAgo = (kid: string, seconds: number): Promise<unknown> =>
  database.query('update signing_key set retired_at = now() - make_interval(secs => $2) where kid = $1', [
    kid,
    seconds,
  ])

describe('the first key', () => {
  it('is created once, however many processes start at the same time', async () => {
    const secretKeys = createSecretKeys()
    const config = { ...secretKeys, environment: 'sandbox' } as const
    const loaded = await Promise.all(Array.from({ length: 8 }, () => loadSigningKeys(database, config)))
    expect(new Set(loaded.flat().map(({ kid }) => kid)).size).toBe(1)
    const { rows } = await database.query('select kid from signing_key')
    expect(rows).toHaveLength(1)
  })

  it('is published without its private half', async () => {
    const server = await start()
    const { keys } = await published(server)
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ])
  })

  it('is kept across restarts, and cannot be decrypted with another PARLEY_SECRET_KEY', async () => {
    const server = await start()
    expect(await kidsOf(await start(server.secretKeys))).toEqual(await kidsOf(server))
    await expect(start()).rejects.toThrow('PARLEY_SECRET_KEY cannot decrypt the signing key')
  })
})

describe('rotation', () => {
  it('publishes the new key first, signs with it when the old one retires, and keeps old tokens valid', async () => {
    const server = await start()
    const before = await obtainTokens(server, partner)
    const rotated = await rotateSigningKey(database, server.secretKeys)
    expect(rotated.retired).toEqual([kidOf(before.access_token)])
    await expect.poll(() => kidsOf(server)).toEqual([...rotated.retired, rotated.kid])
    expect(kidOf((await obtainTokens(server, partner)).access_token)).toBe(rotated.retired[0])

    await retiredAgo(rotated.retired[0] ?? '', 0)
    await expect.poll(() => kidsOf(server)).toEqual([rotated.kid, ...rotated.retired])
    const after = await obtainTokens(server, partner)
    expect(kidOf(after.access_token)).toBe(rotated.kid)
    expect(kidOf(after.id_token)).toBe(rotated.kid)
    expect(await verifies(server, before.access_token)).toBe(true)
    expect(await verifies(server, after.access_token)).toBe(true)
  })

  it('can take effect at once', async () => {
    const server = await start()
    const { kid } = await rotateSigningKey(database, server.secretKeys, { afterSeconds: 0 })
    await expect.poll(async () => (await kidsOf(server))[0]).toBe(kid)
    expect(kidOf((await obtainTokens(server, partner)).access_token)).toBe(kid)
  })

  it('publishes a retired key until the last token that it signed has expired', async () => {
    const secretKeys = createSecretKeys()
    const [first] = await loadSigningKeys(database, { ...secretKeys, environment: 'production' })
    const { kid } = await rotateSigningKey(database, secretKeys, { afterSeconds: 0 })
    const kids = async (environment: 'production' | 'sandbox'): Promise<unknown[]> =>
      (await loadSigningKeys(database, { ...secretKeys, environment })).map(key => key.kid)
    await retiredAgo(String(first.kid), 900)
    expect(await kids('production')).toEqual([kid, first.kid])
    await retiredAgo(String(first.kid), 900 + 121)
    expect(await kids('production')).toEqual([kid])
    expect(await kids('sandbox')).toEqual([kid, first.kid])
  })

  it('leaves one signing key after concurrent rotations', async () => {
    const secretKeys = createSecretKeys()
    const rotations = await Promise.all(
      Array.from({ length: 4 }, () => rotateSigningKey(database, secretKeys, { afterSeconds: 0 })),
    )
    const { rows } = await database.query<{ kid: string }>(
      'select kid from signing_key where retired_at is null',
    )
    expect(rows).toHaveLength(1)
    expect(rotations.map(({ kid }) => kid)).toContain(rows[0]?.kid)
  })
})

it('a sealed private key opens only for its own row and with its own secret', () => {
  const secretKeys = createSecretKeys()
  const sealed = sealPrivateKey({ kty: 'EC', d: 'private' }, 'a', secretKeys)
  expect(sealed.toString('latin1')).not.toContain('private')
  expect(openPrivateKey(sealed, 'a', secretKeys)).toEqual({ kty: 'EC', d: 'private' })
  expect(() => openPrivateKey(sealed, 'b', secretKeys)).toThrow('cannot decrypt')
  expect(() => openPrivateKey(sealed, 'a', createSecretKeys())).toThrow('cannot decrypt')
  const flipped = Buffer.from(sealed)
  flipped.writeUInt8(sealed.readUInt8(20) ^ 1, 20)
  expect(() => openPrivateKey(flipped, 'a', secretKeys)).toThrow('cannot decrypt')
})

it('the guard accepts an issued token until its grant is revoked', async () => {
  const server = await start()
  const { apiKey } = await createApiKey(database, partner.id)
  let passedMs = 0
  const clock = { monotonicMs: () => passedMs, epochMs: Date.now }
  const guarded = await startGuardedServer({ database, config: { publicOrigin: server.origin }, clock })
  try {
    const { access_token } = await obtainTokens(server, partner)
    expect((await guarded.call(access_token, apiKey)).status).toBe(200)
    await revokeGrant(database, String(decodeJwt(access_token)['gid']))
    passedMs += 5_000
    expect((await guarded.call(access_token, apiKey)).status).toBe(401)
  } finally {
    await guarded.close()
  }
})

describe('a sandbox token', () => {
  const mint = (
    server: OAuthServer,
    environment: 'sandbox' | 'production',
    lifetimeSeconds: number,
  ): Promise<string> =>
    mintSandboxToken({
      database,
      config: { publicOrigin: server.origin, environment, cell: 1, ...server.secretKeys },
      identifier: advisor.identifier,
      clientId: partner.clientId,
      scopes: ['openid', 'text.messaging.read'],
      lifetimeSeconds,
    })

  it('is like any other, except for its lifetime', async () => {
    const server = await start()
    const token = await mint(server, 'sandbox', 86_400)
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await published(server)))
    expect(protectedHeader.typ).toBe('at+jwt')
    expect(payload).toEqual({
      iss: server.origin,
      aud: `${server.origin}/v1`,
      sub: advisor.identifier,
      client_id: partner.clientId,
      scope: 'openid text.messaging.read',
      advisor_id: advisor.id,
      firm_id: advisor.firmId,
      gid: expect.any(String),
      cell: 1,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: Number(payload.iat) + 86_400,
    })
    const { rows } = await database.query('select revoked_at from authorization_grant where grant_id = $1', [
      payload['gid'],
    ])
    expect(rows).toEqual([{ revoked_at: null }])
  })

  it('is not minted in production, nor for longer than keys last', async () => {
    const server = await start()
    await expect(mint(server, 'production', 60)).rejects.toThrow('sandbox only')
    await expect(mint(server, 'sandbox', 30 * 86_400)).rejects.toThrow('signing key')
  })
})
