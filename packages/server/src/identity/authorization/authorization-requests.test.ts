import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import {
  allScopes,
  authorizationUrl,
  createPartner,
  type OAuthServer,
  type Parameters,
  type Partner,
  redirectUri,
  startOAuthServer,
  TestBrowser,
  type Visit,
  verifier,
} from '../../../test/servers/oauth-server.ts'

const { database, drop } = await createTestDatabase()
let server: OAuthServer
let partner: Partner

beforeAll(async () => {
  server = await startOAuthServer({ database })
  partner = await createPartner(database)
  server.person.signsInAs = (await createAdvisor(database)).identifier
})
afterAll(async () => {
  await server.app.close()
  await drop()
})

const ask = (changed: Parameters): Promise<Visit> =>
  new TestBrowser().visit(authorizationUrl(server, partner, changed))

describe('a page, and no redirect', () => {
  it.each([
    ['another path below it', `${redirectUri}/extra`],
    ['a slash at its end', `${redirectUri}/`],
    ['a query', `${redirectUri}?a=1`],
    ['a fragment', `${redirectUri}#a`],
    ['capital letters in the path', 'https://application.example/Callback'],
    ['capital letters in the host', 'https://Application.example/callback'],
    ['a port', 'https://application.example:443/callback'],
    ['another port', 'https://application.example:8443/callback'],
    ['plain http', 'http://application.example/callback'],
    ['a user in it', 'https://a@application.example/callback'],
    ['another host in front', 'https://application.example@evil.example/callback'],
    ['a subdomain', 'https://www.application.example/callback'],
    ['a percent-encoded letter', 'https://application.example/%63allback'],
    ['dots in the path', 'https://application.example/x/../callback'],
    ['no scheme', '//application.example/callback'],
    ['two of it', `${redirectUri} ${redirectUri}`],
    ['none', undefined],
    ['nothing in it', ''],
  ])('when the redirect URI has %s', async (_what, redirect_uri) => {
    const { callback, status, headers, body } = await ask({ redirect_uri })
    expect({ callback, status }).toEqual({ callback: undefined, status: 400 })
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(body).toContain('This request cannot be accepted')
  })

  it('when the redirect URI is on loopback at another port than the registered one', async () => {
    const local = await createPartner(database)
    await database.query(
      `update application set redirect_uris = '{http://127.0.0.1:4000/cb}' where id = $1`,
      [local.id],
    )
    const at = (redirect_uri: string): Promise<Visit> =>
      new TestBrowser().visit(authorizationUrl(server, local, { redirect_uri }))
    expect((await at('http://127.0.0.1:4000/cb')).callback?.searchParams.has('code')).toBe(true)
    for (const other of ['http://127.0.0.1:4001/cb', 'http://127.0.0.1/cb', 'http://localhost:4000/cb']) {
      expect(await at(other)).toMatchObject({ status: 400, callback: undefined })
    }
  })

  it('when the application is not known', async () => {
    const { callback, status } = await ask({ client_id: 'app_0000000000000000000000' })
    expect({ callback, status }).toEqual({ callback: undefined, status: 400 })
  })

  it.each(['', 'a b', `app_${'x'.repeat(100)}`, 'app_\u0000', '../etc', "'; drop table firm"])(
    'when the client id is %j',
    async client_id => {
      const { callback, status } = await ask({ client_id })
      expect({ callback, status }).toEqual({ callback: undefined, status: 400 })
    },
  )

  it('when the application is disabled', async () => {
    const disabled = await createPartner(database)
    await database.query('update application set active = false where id = $1', [disabled.id])
    const { callback, status } = await new TestBrowser().visit(authorizationUrl(server, disabled))
    expect({ callback, status }).toEqual({ callback: undefined, status: 400 })
  })

  it('when a parameter of the address is given twice', async () => {
    const twice = `${authorizationUrl(server, partner)}&redirect_uri=https://evil.example`
    const { callback, status } = await new TestBrowser().visit(twice)
    expect({ callback, status }).toEqual({ callback: undefined, status: 400 })
  })

  it('when a browser opens the last step of an authorization that it did not start', async () => {
    const { status, body } = await new TestBrowser().visit(`${server.origin}/oauth/auth/made-up`)
    expect(status).toBe(400)
    expect(body).toContain('This page has expired')
  })

  it('which contains no markup from the request', async () => {
    const { body } = await ask({ redirect_uri: 'https://evil.example/<script>', state: '<script>' })
    expect(body).not.toContain('<script>')
  })
})

describe('an error at the redirect URI', () => {
  const openid = 'openid text.messaging.read'
  it.each<[string, Parameters, string]>([
    [
      'there is no code challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
    ],
    ['there is no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['there is a method and no challenge', { code_challenge: undefined }, 'invalid_request'],
    [
      'the challenge is plain',
      { code_challenge: verifier, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['the challenge is short', { code_challenge: 'abc' }, 'invalid_request'],
    ['the challenge is long', { code_challenge: 'a'.repeat(129) }, 'invalid_request'],
    ['there is no state', { state: undefined }, 'invalid_request'],
    ['the state is empty', { state: '' }, 'invalid_request'],
    ['the state holds a NUL', { state: 'a\u0000b' }, 'invalid_request'],
    ['there is no scope', { scope: undefined }, 'invalid_request'],
    ['the scope is empty', { scope: '' }, 'invalid_request'],
    ['openid is missing', { scope: 'text.messaging.read' }, 'invalid_scope'],
    ['a scope does not exist', { scope: 'openid text.messaging.delete' }, 'invalid_scope'],
    ['a scope is not written properly', { scope: 'openid "text"' }, 'invalid_scope'],
    ['there is no response type', { response_type: undefined }, 'invalid_request'],
    ['the response type is token', { response_type: 'token' }, 'unsupported_response_type'],
    ['the response type is id_token', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['the response type is none', { response_type: 'none' }, 'unsupported_response_type'],
    ['the answer is wanted as a form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['the answer is wanted as a fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    [
      'the answer is wanted as a form and PKCE is missing',
      { response_mode: 'form_post', code_challenge: undefined },
      'unsupported_response_mode',
    ],
    ['a foreign resource is named', { resource: 'https://evil.example' }, 'invalid_target'],
    ['a request object is sent', { request: 'e30.e30.' }, 'request_not_supported'],
    [
      'a request object is to be fetched',
      { request_uri: 'https://evil.example' },
      'request_uri_not_supported',
    ],
    ['a registration is tried', { registration: '{}' }, 'registration_not_supported'],
    ['no interaction is wanted and nobody is signed in', { prompt: 'none', scope: openid }, 'login_required'],
    ['the prompt does not exist', { prompt: 'create' }, 'invalid_request'],
    ['max_age is not a number', { max_age: 'x' }, 'invalid_request'],
  ])('when %s', async (_when, changed, error) => {
    const { callback, statuses } = await ask({ state: 'keep me', ...changed })
    expect(statuses).toEqual([303])
    expect(callback?.origin).toBe('https://application.example')
    const told = callback?.hash ? new URLSearchParams(callback.hash.slice(1)) : callback?.searchParams
    expect(told?.get('error')).toBe(error)
    expect(told?.get('iss')).toBe(server.origin)
    expect(told?.has('code')).toBe(false)
    if (!('state' in changed)) expect(told?.get('state')).toBe('keep me')
  })

  it('when a scope was not provisioned for the application', async () => {
    const reader = await createPartner(database, ['openid', 'core.contacts.read'])
    const errorFor = async (scope: string): Promise<string | null | undefined> => {
      const { callback } = await new TestBrowser().visit(authorizationUrl(server, reader, { scope }))
      return callback?.searchParams.get('error')
    }
    expect(await errorFor('openid core.contacts.read core.contacts.write')).toBe('invalid_scope')
    expect(await errorFor('openid offline_access')).toBe('invalid_scope')
    expect(await errorFor('openid core.contacts.read')).toBeNull()
  })

  it('when the application has no authorization code grant', async () => {
    const machine = await createPartner(database)
    await database.query(`update application set grant_types = '{client_credentials}' where id = $1`, [
      machine.id,
    ])
    const { callback } = await new TestBrowser().visit(authorizationUrl(server, machine))
    expect(callback?.searchParams.get('error')).toBe('invalid_request')
  })
})

describe('a code', () => {
  it.each([
    ['with spaces and signs', 'a b+c&d=e%20f/ü'],
    ['that looks like a script', '<script>alert(1)</script>"\''],
    ['of 10 kB', 'x'.repeat(10_000)],
  ])('for a state %s, which is returned unchanged', async (_what, state) => {
    const { callback } = await ask({ state })
    expect(callback?.searchParams.get('state')).toBe(state)
    expect(callback?.searchParams.has('code')).toBe(true)
  })

  it('for offline_access without and with a prompt', async () => {
    for (const prompt of [undefined, 'login', 'consent', 'login consent']) {
      const { callback } = await ask({ prompt, scope: allScopes })
      expect(callback?.searchParams.has('code'), String(prompt)).toBe(true)
    }
  })

  it('for the response mode query', async () => {
    expect((await ask({ response_mode: 'query' })).callback?.searchParams.has('code')).toBe(true)
  })
})
