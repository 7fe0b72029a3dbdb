import { createHmac, createPublicKey, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase, useTestDatabase } from '../../../test/database/database.ts'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { type Answer, send } from '../../../test/http/raw-client.ts'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { guardedPath, startGuardedServer } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'

const { database } = await useTestDatabase()
const server = await startGuardedServer({ database, config: { publicOrigin: testOrigin } })
afterAll(() => server.close())

const issuer = await createTokenIssuer(database)
const visitor = await createVisitor(database, testOrigin)
const goodToken = await issuer.sign(visitor.claims())
const nowSeconds = Math.floor(Date.now() / 1000)

const details = {
  missing: 'Send an access token in the Authorization header, as Bearer.',
  expired: 'The access token has expired.',
  notAccepted: 'The access token is not accepted.',
} as const

function expectUnauthorized(answer: Answer, why: keyof typeof details): void {
  const problem = expectProblem(answer, { status: 401, code: 'unauthorized', instance: guardedPath })
  expect(Object.keys(problem).toSorted()).toEqual(
    ['code', 'detail', 'instance', 'retryable', 'status', 'title', 'traceId', 'type'].toSorted(),
  )
  expect(problem.detail).toBe(details[why])
  expect(answer.headers['www-authenticate']).toBe(
    why === 'missing'
      ? 'Bearer realm="parley"'
      : `Bearer realm="parley", error="invalid_token", error_description="${details[why]}"`,
  )
}

const parts = (token: string): [string, string, string] => token.split('.') as [string, string, string]
const encode = (value: unknown): string => base64url.encode(JSON.stringify(value))

const claims = (changed: Record<string, unknown>) => () => issuer.sign(visitor.claims(changed))
const header = (changed: Record<string, unknown>) => () => issuer.sign(visitor.claims(), changed)
const forger = await generateKeyPair('ES256', { extractable: true })
const forgerJwk = await exportJWK(forger.publicKey)
const forged = (changed: Record<string, unknown>) => () =>
  new SignJWT(visitor.claims())
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: issuer.kid, ...changed })
    .sign(forger.privateKey)
const [head, body, signature] = parts(goodToken)
const publicPem = createPublicKey({ key: issuer.publicJwk, format: 'jwk' })
  .export({ type: 'spki', format: 'pem' })
  .toString()
const hmac = (secret: string) => () => {
  const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: issuer.kid })}.${encode(visitor.claims())}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

describe('200', () => {
  it('accepts a token of the advisor’s grant with a key of its application', async () => {
    expect(await server.call(goodToken, visitor.apiKey)).toMatchObject({ status: 200 })
  })

  it('accepts the full media type in typ, and the scheme in lower case', async () => {
    const token = await issuer.sign(visitor.claims(), { typ: 'application/at+jwt' })
    expect(await server.call(token, visitor.apiKey)).toMatchObject({ status: 200 })
    const headers = [
      ['authorization', `bearer ${goodToken}`],
      ['x-api-key', visitor.apiKey],
    ] as const
    expect(await send(server.port, { path: guardedPath, headers })).toMatchObject({ status: 200 })
  })
})

describe('401 without a token', () => {
  it.each([
    ['none', []],
    ['an empty header', [['Authorization', '']]],
    ['the scheme alone', [['Authorization', 'Bearer']]],
    ['another scheme', [['Authorization', 'Basic YTpi']]],
    ['two tokens in one header', [['Authorization', `Bearer ${goodToken}, Bearer ${goodToken}`]]],
    ['no scheme', [['Authorization', goodToken]]],
  ] as const)('%s', async (_name, headers) => {
    const all = [...headers, ['X-Api-Key', visitor.apiKey] as const]
    expectUnauthorized(await send(server.port, { path: guardedPath, headers: all }), 'missing')
  })

  it('a token in the query string', async () => {
    const answer = await server.call(
      undefined,
      visitor.apiKey,
      `${guardedPath}?access_token=${goodToken}&token=${goodToken}`,
    )
    expectUnauthorized(answer, 'missing')
    expect(answer.body).not.toContain(goodToken.slice(0, 20))
  })

  it('400 for two Authorization headers', async () => {
    const headers = [
      ['Authorization', `Bearer ${goodToken}`],
      ['Authorization', `Bearer ${goodToken}`],
      ['X-Api-Key', visitor.apiKey],
    ] as const
    expectProblem(await send(server.port, { path: guardedPath, headers }), {
      status: 400,
      code: 'invalid_request',
    })
  })
})

describe('401 expired', () => {
  it.each([
    ['a minute', 60],
    ['a year', 31_536_000],
  ])('%s ago', async (_name, seconds) => {
    const token = await issuer.sign(visitor.claims({ exp: nowSeconds - seconds }))
    expectUnauthorized(await server.call(token, visitor.apiKey), 'expired')
  })

  it('is reported only for tokens that we signed', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const forgedToken = await new SignJWT(visitor.claims({ exp: nowSeconds - 60 }))
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: issuer.kid })
      .sign(privateKey)
    expectUnauthorized(await server.call(forgedToken, visitor.apiKey), 'notAccepted')
  })
})

describe('401 not accepted', () => {
  it.each<[string, () => string | Promise<string>]>([
    ['a token that is not valid yet', claims({ nbf: nowSeconds + 60 })],
    ['another key', forged({})],
    ['swapped claims under a valid signature', () => `${head}.${encode(visitor.claims())}.${signature}`],
    ['a truncated signature', () => goodToken.slice(0, -4)],
    ['no signature', () => `${head}.${body}.`],
    ['alg none', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.`],
    [
      'alg None with our signature',
      () => `${encode({ alg: 'None', typ: 'at+jwt', kid: issuer.kid })}.${body}.${signature}`,
    ],
    ['HS256 with our public key in PEM', hmac(publicPem)],
    ['HS256 with our public key in JSON', hmac(JSON.stringify(issuer.publicJwk))],
    [
      'RS256 in the header',
      () => `${encode({ alg: 'RS256', typ: 'at+jwt', kid: issuer.kid })}.${body}.${signature}`,
    ],
    ['another issuer', claims({ iss: 'https://production.parley.test' })],
    ['the issuer with a trailing slash', claims({ iss: `${testOrigin}/` })],
    ['no issuer', claims({ iss: undefined })],
    ['another audience', claims({ aud: 'https://other.test/v1' })],
    ['no audience', claims({ aud: undefined })],
    [
      'an ID token',
      () => issuer.sign(visitor.claims({ aud: visitor.application.clientId, nonce: 'n' }), { typ: 'JWT' }),
    ],
    ['typ JWT', header({ typ: 'JWT' })],
    ['no typ', header({ typ: undefined })],
    ['no kid', header({ kid: undefined })],
    ['a kid that is a path', header({ kid: '../../../../dev/null' })],
    ['a kid that is SQL', header({ kid: `' or '1'='1` })],
    ['a kid that is a JavaScript property name', header({ kid: '__proto__' })],
    [
      'a kid that is a number',
      () => `${encode({ alg: 'ES256', typ: 'at+jwt', kid: 7 })}.${body}.${signature}`,
    ],
    ['an embedded jwk', forged({ jwk: forgerJwk })],
    ['an embedded jwk instead of a kid', forged({ jwk: forgerJwk, kid: undefined })],
    ['a jku', forged({ jku: 'http://127.0.0.1:9/keys' })],
    ['an x5u', forged({ x5u: 'http://127.0.0.1:9/certificate' })],
    [
      'an unknown crit',
      () =>
        `${encode({ alg: 'ES256', typ: 'at+jwt', kid: issuer.kid, crit: ['exp'], exp: 1 })}.${body}.${signature}`,
    ],
    [
      'b64 false',
      () =>
        `${encode({ alg: 'ES256', typ: 'at+jwt', kid: issuer.kid, crit: ['b64'], b64: false })}.${body}.${signature}`,
    ],
    ['10 kB', claims({ padding: 'x'.repeat(7_000) })],
    ['10 kB of letters', () => 'a'.repeat(10_240)],
    ['not a token', () => 'token'],
    ['five parts, as when encrypted', () => `${goodToken}.${signature}.${signature}`],
    ['no expiry', claims({ exp: undefined })],
    ['no jti', claims({ jti: undefined })],
    ['no scope', claims({ scope: undefined })],
    ['scopes as a list', claims({ scope: ['core.contacts.read'] })],
    ['no client', claims({ client_id: undefined })],
    ['a client that does not exist', claims({ client_id: 'app_nobody' })],
    ['no advisor', claims({ advisor_id: undefined })],
    ['an advisor as text', claims({ advisor_id: String(visitor.advisor.id) })],
    ['an advisor beyond the integers', claims({ advisor_id: 1e300 })],
    ['an advisor who does not exist', claims({ advisor_id: 999_999_999 })],
    ['a grant that does not exist', claims({ gid: randomUUID() })],
    ['a grant as a number', claims({ gid: 7 })],
  ])('%s', async (_name, make) => {
    expectUnauthorized(await server.call(await make(), visitor.apiKey), 'notAccepted')
  })

  it('the grant of another advisor or another application', async () => {
    const stranger = await createVisitor(database, testOrigin)
    for (const gid of [stranger.grantId]) {
      const token = await issuer.sign(visitor.claims({ gid }))
      expectUnauthorized(await server.call(token, visitor.apiKey), 'notAccepted')
    }
    const token = await issuer.sign(stranger.claims({ advisor_id: visitor.advisor.id }))
    expectUnauthorized(await server.call(token, stranger.apiKey), 'notAccepted')
  })

  it.each([
    ['a revoked grant', `update authorization_grant set revoked_at = now() where grant_id = $1`, 'grantId'],
    ['a disabled advisor', `update advisor set active = false where id = $1`, 'advisorId'],
    ['a disabled firm', `update firm set active = false where id = $1`, 'firmId'],
    ['a disabled application', `update application set active = false where id = $1`, 'applicationId'],
  ] as const)('%s', async (_name, change, of) => {
    const other = await createVisitor(database, testOrigin)
    const ids = {
      grantId: other.grantId,
      advisorId: other.advisor.id,
      firmId: other.advisor.firmId,
      applicationId: other.application.id,
    }
    await database.query(change, [ids[of]])
    expectUnauthorized(await server.call(await issuer.sign(other.claims()), other.apiKey), 'notAccepted')
  })

  it('is reported before any problem with the API key', async () => {
    const token = await issuer.sign(visitor.claims({ aud: 'https://other.test/v1' }))
    for (const apiKey of [undefined, 'unknown']) {
      expectUnauthorized(await server.call(token, apiKey), 'notAccepted')
    }
    const revoked = await issuer.sign(visitor.claims({ gid: randomUUID() }))
    expectUnauthorized(await server.call(revoked, undefined), 'notAccepted')
  })

  it('for any other input: never 200, never 5xx', async () => {
    const piece = fc.oneof(
      fc.base64String(),
      fc.json().map(text => base64url.encode(text)),
      fc.constantFrom(head, body, signature),
    )
    const token = fc
      .oneof(
        fc.tuple(piece, piece, piece).map(three => three.join('.')),
        fc.array(piece, { maxLength: 6 }).map(some => some.join('.')),
        fc.nat(goodToken.length - 1).map(at => goodToken.slice(0, at)),
      )
      .filter(candidate => candidate !== goodToken)
    await fc.assert(
      fc.asyncProperty(token, async candidate => {
        const { status } = await server.call(candidate, visitor.apiKey)
        expect(status).toBe(401)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the two environments', () => {
  it('401 for a sandbox token in production, and the reverse', async () => {
    const origins = { sandbox: testOrigin, production: 'https://production.parley.test' } as const
    const productionDatabase = await createTestDatabase()
    const production = await startGuardedServer({
      database: productionDatabase.database,
      config: { publicOrigin: origins.production },
    })
    const productionIssuer = await createTokenIssuer(productionDatabase.database)
    const productionVisitor = await createVisitor(productionDatabase.database, origins.production)
    const productionToken = await productionIssuer.sign(productionVisitor.claims())
    expect(await production.call(productionToken, productionVisitor.apiKey)).toMatchObject({ status: 200 })
    expectUnauthorized(await server.call(productionToken, visitor.apiKey), 'notAccepted')
    expectUnauthorized(await production.call(goodToken, productionVisitor.apiKey), 'notAccepted')
    await production.close()
    await productionDatabase.drop()
  })
})
