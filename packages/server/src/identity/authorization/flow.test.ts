import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { send } from '../../../test/http/raw-client.ts'
import { createAdvisor, type TestAdvisor } from '../../../test/people/people.ts'
import {
  allScopes,
  authorizationUrl,
  createPartner,
  exchange,
  type OAuthServer,
  obtainTokens,
  type Partner,
  post,
  redirectUri,
  refresh,
  startOAuthServer,
  TestBrowser,
} from '../../../test/servers/oauth-server.ts'

const { database } = await useTestDatabase()
let server: OAuthServer
let partner: Partner
let advisor: TestAdvisor

beforeAll(async () => {
  server = await startOAuthServer({ database })
  partner = await createPartner(database)
  advisor = await createAdvisor(database)
  server.person.signsInAs = advisor.identifier
})
afterAll(() => server.app.close())

describe('the authorization code flow', () => {
  it('works with a standard client, from discovery to revocation', async () => {
    const client = await openid.discovery(
      new URL(server.origin),
      partner.clientId,
      undefined,
      openid.ClientSecretPost(partner.clientSecret),
      { execute: [openid.allowInsecureRequests] },
    )
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: allScopes,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    })
    const { callback } = await new TestBrowser().visit(url.href)
    if (!callback) throw new Error('no callback')
    const tokens = await openid.authorizationCodeGrant(client, callback, { pkceCodeVerifier, expectedState })
    expect(tokens.claims()).toMatchObject({ sub: advisor.identifier, aud: partner.clientId })
    expect(tokens.scope).toBe(allScopes)

    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '')
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    expect(refreshed.access_token).not.toBe(tokens.access_token)

    await openid.tokenRevocation(client, refreshed.refresh_token ?? '')
    await expect(openid.refreshTokenGrant(client, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
  })

  it('works with hand-written requests, exactly as documented', async () => {
    const { callback, statuses } = await new TestBrowser().visit(
      authorizationUrl(server, partner, { state: 'xyz' }),
    )
    expect(new Set(statuses)).toEqual(new Set([303]))
    expect(`${callback?.origin}${callback?.pathname}`).toBe(redirectUri)
    expect(callback?.hash).toBe('')
    expect(Object.fromEntries(callback?.searchParams ?? [])).toEqual({
      code: expect.any(String),
      state: 'xyz',
      iss: server.origin,
    })

    const first = await exchange(server, partner, callback?.searchParams.get('code') ?? '')
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: allScopes,
      id_token: expect.any(String),
    })
    const second = await refresh(server, partner, first.body.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: allScopes })
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
  })

  it('ends with an access token that names application, scopes and advisor', async () => {
    const { access_token } = await obtainTokens(server, partner)
    expect(decodeProtectedHeader(access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    const jwks = createRemoteJWKSet(new URL(`${server.origin}/oauth/jwks`))
    const { payload } = await jwtVerify(access_token, jwks, {
      issuer: server.origin,
      audience: `${server.origin}/v1`,
    })
    expect(payload).toEqual({
      iss: server.origin,
      aud: `${server.origin}/v1`,
      sub: advisor.identifier,
      client_id: partner.clientId,
      scope: allScopes,
      advisor_id: advisor.id,
      firm_id: advisor.firmId,
      gid: expect.any(String),
      cell: 1,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: Number(payload.iat) + 900,
    })
    const { rows } = await database.query('select * from authorization_grant where grant_id = $1', [
      payload['gid'],
    ])
    expect(rows).toMatchObject([
      { advisor_id: advisor.id, application_id: partner.id, scopes: allScopes.split(' '), revoked_at: null },
    ])
  })

  it('grants the allowed scopes, and a refresh token only for offline_access', async () => {
    const tokens = await obtainTokens(server, partner, { scope: 'openid core.contacts.read' })
    expect(tokens.scope).toBe('openid core.contacts.read')
    expect(decodeJwt(tokens.access_token)['scope']).toBe('openid core.contacts.read')
    expect(tokens.refresh_token).toBeUndefined()
  })

  it('ignores unknown parameters', async () => {
    const { callback } = await new TestBrowser().visit(
      authorizationUrl(server, partner, { returnPath: '/somewhere?else' }),
    )
    expect(callback?.searchParams.has('code')).toBe(true)
  })

  it('ends with access_denied when the advisor does not allow it', async () => {
    server.person.allows = false
    const { callback } = await new TestBrowser()
      .visit(authorizationUrl(server, partner, { state: 'abc' }))
      .finally(() => {
        server.person.allows = true
      })
    expect(Object.fromEntries(callback?.searchParams ?? [])).toEqual({
      error: 'access_denied',
      state: 'abc',
      iss: server.origin,
    })
  })
})

describe('the endpoints', () => {
  it('are the documented ones and no others', async () => {
    const answers = await Promise.all(
      ['openid-configuration', 'oauth-authorization-server'].map(async name => {
        const answer = await fetch(`${server.origin}/.well-known/${name}`)
        return answer.json() as Promise<Record<string, unknown>>
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/oauth/auth`,
      token_endpoint: `${server.origin}/oauth/token`,
      jwks_uri: `${server.origin}/oauth/jwks`,
      revocation_endpoint: `${server.origin}/oauth/revoke`,
      scopes_supported: expect.arrayContaining(allScopes.split(' ')),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      id_token_signing_alg_values_supported: ['ES256'],
      subject_types_supported: ['public'],
      claims_supported: ['sub', 'name', 'advisor_id', 'firm_id', 'sid', 'auth_time', 'iss'],
      claim_types_supported: ['normal'],
      claims_parameter_supported: false,
      request_uri_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
    })
  })

  it.each([
    '/oauth/me',
    '/oauth/userinfo',
    '/oauth/request',
    '/oauth/reg',
    '/oauth/device/auth',
    '/oauth/introspect',
    '/request',
    '/session/end',
    '/session/end/confirm',
    '/me',
  ])('do not include %s', async path => {
    const [got, posted] = await Promise.all([
      fetch(`${server.origin}${path}`),
      fetch(`${server.origin}${path}`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) }),
    ])
    expect([got.status, posted.status]).toEqual([404, 404])
  })

  it('use the configured origin, not the host and scheme of a request', async () => {
    const port = Number(new URL(server.origin).port)
    const headers = [
      ['Host', 'evil.example'],
      ['X-Forwarded-Host', 'evil.example'],
      ['X-Forwarded-Proto', 'https'],
    ] as const
    const discovery = '/.well-known/openid-configuration'
    const answers = await Promise.all([
      send(port, { path: discovery, headers }),
      send(port, { path: `http://evil.example${discovery}` }),
      send(port, { path: authorizationUrl(server, partner).slice(server.origin.length), headers }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 303])
    expect(JSON.stringify(answers)).not.toContain('evil.example')
    expect(JSON.parse(answers[0].body)).toMatchObject({ token_endpoint: `${server.origin}/oauth/token` })
  })

  it('return a trace id, forbid caching, and allow no other origin', async () => {
    const answers = await Promise.all([
      fetch(`${server.origin}/oauth/jwks`),
      fetch(`${server.origin}/.well-known/openid-configuration`, {
        headers: { origin: 'https://a.example' },
      }),
      fetch(authorizationUrl(server, partner), { redirect: 'manual' }),
      fetch(authorizationUrl(server, partner, { redirect_uri: undefined })),
      post(`${server.origin}/oauth/token`, {}),
      post(`${server.origin}/oauth/token`, {}, { origin: 'https://a.example' }),
      post(`${server.origin}/oauth/revoke`, {}, { origin: 'https://a.example' }),
      exchange(server, partner, 'x'),
    ])
    for (const { headers } of answers) {
      expect(headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect([...headers.keys()].filter(name => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('do not answer preflight requests', async () => {
    const answer = await fetch(`${server.origin}/oauth/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})
