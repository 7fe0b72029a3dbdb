import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { startGuardedServer } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'

const { database } = await useTestDatabase()
const visitor = await createVisitor(database, testOrigin)

const { privateKey, publicKey } = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'outside', alg: 'RS256', use: 'sig' }
let fetches = 0
let isDown = false
const keyServer = createServer((_request, response) => {
  fetches += 1
  if (isDown) response.writeHead(503).end()
  else response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
}).listen(0, '127.0.0.1')
await once(keyServer, 'listening')

const outside = {
  outsideIssuer: 'https://identity.example/tenant',
  outsideJwksUrl: `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`,
  outsideAudience: 'https://texting.example',
  outsideClaims: { advisor: 'https://identity.example/advisor', client: 'azp', scope: 'scp' },
}
const start = () => startGuardedServer({ database, config: { publicOrigin: testOrigin, ...outside } })
const server = await start()
afterAll(async () => {
  await server.close()
  keyServer.close()
})

function sign(
  changed: Record<string, unknown> = {},
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  return new SignJWT({
    iss: outside.outsideIssuer,
    aud: outside.outsideAudience,
    sub: 'auth0|1234',
    [outside.outsideClaims.advisor]: visitor.advisor.identifier,
    azp: visitor.application.clientId,
    scp: ['core.contacts.read', 'text.messaging.write'],
    iat: nowSeconds,
    exp: nowSeconds + 3_600,
    ...changed,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'outside', typ: 'JWT', ...header })
    .sign(privateKey)
}

const statusOf = async (token: string): Promise<number> => (await server.call(token, visitor.apiKey)).status

describe('200', () => {
  it('accepts a token of the external provider, with scopes as a list or as a string', async () => {
    expect(await statusOf(await sign())).toBe(200)
    expect(await statusOf(await sign({ scp: 'openid core.contacts.read' }))).toBe(200)
  })

  it('accepts our own tokens as well', async () => {
    const issuer = await createTokenIssuer(database)
    expect(await statusOf(await issuer.sign(visitor.claims()))).toBe(200)
  })
})

describe('401', () => {
  it.each([
    ['another audience', { aud: 'https://other.example' }],
    ['expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['no expiry', { exp: undefined }],
    ['an advisor we do not know', { [outside.outsideClaims.advisor]: 'nobody' }],
    ['an advisor by our id', { [outside.outsideClaims.advisor]: visitor.advisor.id }],
    ['no advisor', { [outside.outsideClaims.advisor]: undefined }],
    ['an application we do not know', { azp: 'app_nobody' }],
    ['scopes that are neither a list nor a string', { scp: { 'core.contacts.read': true } }],
    ['our own issuer, signed outside', { iss: testOrigin }],
    ['a third issuer', { iss: 'https://identity.example/other' }],
  ])('%s', async (_name, changed) => {
    expect(await statusOf(await sign(changed))).toBe(401)
  })

  it('tokens signed with our key in their name, or with a shared secret', async () => {
    const issuer = await createTokenIssuer(database)
    expect(await statusOf(await issuer.sign(visitor.claims({ iss: outside.outsideIssuer })))).toBe(401)
    const shared = await new SignJWT({ iss: outside.outsideIssuer, aud: outside.outsideAudience })
      .setProtectedHeader({ alg: 'HS256', kid: 'outside' })
      .sign(Buffer.from(JSON.stringify(jwk)))
    expect(await statusOf(shared)).toBe(401)
  })

  it('unknown key ids, without fetching the external keys each time', async () => {
    const before = fetches
    for (let flood = 0; flood < 20; flood += 1) {
      expect(await statusOf(await sign({}, { kid: `made up ${flood}` }))).toBe(401)
    }
    expect(fetches - before).toBeLessThanOrEqual(1)
  })

  it('an account that was handed over: the name outside is that of its former advisor', async () => {
    const other = await createVisitor(database, testOrigin)
    const { rows } = await database.query<{ id: number }>(
      `insert into person (firm_id, name, email) select firm_id, 'Bert Cole', $2 from advisor where id = $1 returning id`,
      [other.advisor.id, `bert-${other.advisor.id}@example.com`],
    )
    const token = await sign({
      [outside.outsideClaims.advisor]: other.advisor.identifier,
      azp: other.application.clientId,
    })
    expect((await server.call(token, other.apiKey)).status).toBe(200)
    await database.query('update advisor set holder_id = $2 where id = $1', [other.advisor.id, rows[0]?.id])
    await expect
      .poll(async () => (await server.call(token, other.apiKey)).status, { timeout: 5_000 })
      .toBe(401)
  })

  it('a disabled advisor', async () => {
    const other = await createVisitor(database, testOrigin)
    await database.query('update advisor set active = false where id = $1', [other.advisor.id])
    const token = await sign({
      [outside.outsideClaims.advisor]: other.advisor.identifier,
      azp: other.application.clientId,
    })
    expect((await server.call(token, other.apiKey)).status).toBe(401)
  })
})

describe('403', () => {
  it('a scope that the external provider grants and the operator does not', async () => {
    const other = await createVisitor(database, testOrigin)
    await database.query(`update application set scopes = '{openid}' where id = $1`, [other.application.id])
    const token = await sign({
      [outside.outsideClaims.advisor]: other.advisor.identifier,
      azp: other.application.clientId,
    })
    expect((await server.call(token, other.apiKey)).status).toBe(403)
  })
})

describe('502', () => {
  it('when the external keys cannot be fetched; our own tokens still work', async () => {
    isDown = true
    const fresh = await start()
    const issuer = await createTokenIssuer(database)
    expect((await fresh.call(await sign(), visitor.apiKey)).status).toBe(502)
    expect((await fresh.call(await issuer.sign(visitor.claims()), visitor.apiKey)).status).toBe(200)
    isDown = false
    expect((await fresh.call(await sign(), visitor.apiKey)).status).toBe(200)
    await fresh.close()
  })
})

it('an external issuer without keys or audience is a configuration error', async () => {
  const config = { publicOrigin: testOrigin, outsideIssuer: outside.outsideIssuer }
  await expect(startGuardedServer({ database, config })).rejects.toThrow('needs OUTSIDE_JWKS_URL')
})
