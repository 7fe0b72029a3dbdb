// Authorization: the redirect, the callback, and token refresh.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AuthorizationRequiredError,
  OAuthError,
  type ParleyOAuth,
  type TokenStore,
  type Tokens,
  UnauthorizedError,
} from '../src/index.ts'
import { createOAuth, jwt, redirectUri, tokens } from './scripted-oauth.ts'
import {
  ok,
  problem,
  type ScriptedServer,
  type Step,
  startScriptedServer,
  stopTime,
} from './scripted-server.ts'

let server: ScriptedServer
let oauth: ParleyOAuth
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  stopTime()
  oauth = createOAuth(server)
})
afterEach(() => vi.useRealTimers())

const granted = (number: number): Step =>
  ok({
    access_token: jwt(`access-${number}`),
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: `refresh-${number}`,
    id_token: jwt(`id-${number}`, 'Ávery'),
    scope: 'openid offline_access text.messaging.read',
  })

const denied = (error: string, status = 400): Step => ({
  status,
  body: { error, error_description: 'Because.' },
})

function memory(first?: Tokens): TokenStore & { saved: Tokens | undefined } {
  const store = {
    saved: first,
    load: async () => store.saved,
    save: async (next: Tokens) => {
      store.saved = next
    },
  }
  return store
}

describe('authorize', () => {
  it('adds PKCE S256 and a state to the existing query of the URL', async () => {
    const { url, pending } = await oauth.authorize(['offline_access', 'text.messaging.write'])
    expect(pending.codeVerifier).toMatch(/^[\w-]{43}$/)
    expect(pending.state).toMatch(/^[\w-]{22}$/)
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      return: '/home',
      response_type: 'code',
      client_id: 'client',
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(pending.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: pending.state,
      scope: 'openid offline_access text.messaging.write',
    })
  })

  it('creates a new state and verifier each time', async () => {
    const [first, second] = [await oauth.authorize([]), await oauth.authorize([])]
    expect(first.pending.state).not.toBe(second.pending.state)
    expect(first.pending.codeVerifier).not.toBe(second.pending.codeVerifier)
  })
})

describe('exchange', () => {
  const pending = { state: 'my-state', codeVerifier: 'my-verifier' }

  it('exchanges the callback code for tokens and the advisor', async () => {
    server.play(granted(1))
    expect(await oauth.exchange('/callback?code=abc&state=my-state&iss=x', pending)).toEqual({
      accessToken: jwt('access-1'),
      refreshToken: 'refresh-1',
      expiresAt: Date.now() + 900_000,
      scope: 'openid offline_access text.messaging.read',
      advisor: 'Ávery',
    })
    expect(server.seen).toMatchObject([{ method: 'POST', url: '/oauth/token' }])
    expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body as string))).toEqual({
      grant_type: 'authorization_code',
      code: 'abc',
      code_verifier: 'my-verifier',
      redirect_uri: redirectUri,
      client_id: 'client',
      client_secret: 'secret',
    })
  })

  it.each([
    ['another state', '?code=abc&state=other', 'state_mismatch'],
    ['no state', '?code=abc', 'state_mismatch'],
    ['a refusal', '?error=access_denied&state=my-state', 'access_denied'],
    ['a refusal of another authorization', '?error=access_denied&state=other', 'state_mismatch'],
    ['neither code nor error', '?state=my-state', 'invalid_callback'],
  ])('sends nothing for %s', async (_what, query, code) => {
    server.play(granted(1))
    const exchange = oauth.exchange(new URL(`${redirectUri}${query}`), pending)
    await expect(exchange).rejects.toBeInstanceOf(OAuthError)
    await expect(exchange).rejects.toMatchObject({ code, retryable: false })
    expect(server.seen).toHaveLength(0)
  })

  it('throws an OAuthError for a rejected code, without a retry', async () => {
    server.play(denied('invalid_grant'))
    await expect(oauth.exchange('?code=abc&state=my-state', pending)).rejects.toMatchObject({
      name: 'OAuthError',
      code: 'invalid_grant',
      status: 400,
      message: 'Because. (invalid_grant)',
    })
    expect(server.seen).toHaveLength(1)
  })

  it('retries while the authorization service is briefly down', async () => {
    const down = { status: 503, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '4' } }
    server.play(down, 'cut', granted(1))
    const startMs = Date.now()
    await server.passTime(oauth.exchange('?code=abc&state=my-state', pending))
    expect((server.seen[1]?.atMs ?? 0) - startMs).toBe(4_000)
    expect(server.seen).toHaveLength(3)
  })
})

describe('accessToken', () => {
  const contact = { contactId: 1 }
  const bearers = (): (string | undefined)[] =>
    server.seen.map(({ headers: { authorization }, url }) =>
      url === '/oauth/token' ? 'refresh' : authorization,
    )
  const bearer = (number: number): string => `Bearer ${jwt(`access-${number}`)}`

  it('is used unchanged while it is valid', async () => {
    const store = memory(tokens(1, 31))
    server.play(ok(contact))
    await server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    expect(bearers()).toEqual([bearer(1)])
  })

  it('is refreshed half a minute before it expires, and the rotated tokens are saved first', async () => {
    const store = memory(tokens(1, 29))
    server.play(granted(2), ok(contact))
    await server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    expect(bearers()).toEqual(['refresh', bearer(2)])
    expect(store.saved).toMatchObject({ accessToken: jwt('access-2'), refreshToken: 'refresh-2' })
    expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body as string))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: 'client',
      client_secret: 'secret',
    })
  })

  it('is refreshed once if the service rejects it, and the call is retried with the same key', async () => {
    const store = memory(tokens(1))
    server.play(problem('unauthorized'), granted(2), ok({ id: 1 }))
    await server.client({ accessToken: oauth.accessToken(store), maxRetries: 0 }).contacts.create({})
    expect(bearers()).toEqual([bearer(1), 'refresh', bearer(2)])
    expect(server.seen[2]?.headers['idempotency-key']).toBe(server.seen[0]?.headers['idempotency-key'])
  })

  it('that is rejected twice throws an UnauthorizedError', async () => {
    const store = memory(tokens(1))
    server.play(problem('unauthorized'), granted(2), problem('unauthorized'))
    const call = server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    await expect(call).rejects.toBeInstanceOf(UnauthorizedError)
    expect(server.seen).toHaveLength(3)
  })

  it('is renewed at most once per call, whatever happens in between', async () => {
    const store = memory(tokens(1))
    server.play(
      problem('unauthorized'),
      granted(2),
      problem('rate_limited', { 'retry-after': '0' }),
      problem('unauthorized'),
    )
    const call = server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    await expect(server.passTime(call)).rejects.toBeInstanceOf(UnauthorizedError)
    expect(bearers()).toEqual([bearer(1), 'refresh', bearer(2), bearer(2)])
  })

  it('that is a plain string and is rejected throws an UnauthorizedError at once', async () => {
    server.play(problem('unauthorized'))
    await expect(server.client().contacts.get(1)).rejects.toBeInstanceOf(UnauthorizedError)
    expect(server.seen).toHaveLength(1)
  })

  it('is refreshed once for all waiting calls, across clients', async () => {
    const store = memory(tokens(1))
    server.play(({ url, headers }) => {
      if (url === '/oauth/token') return granted(2)
      return headers['authorization'] === bearer(2) ? ok(contact) : problem('unauthorized')
    })
    const clients = [1, 2, 3].map(() => server.client({ accessToken: oauth.accessToken(store) }))
    await Promise.all(clients.flatMap(client => [1, 2, 3, 4].map(() => client.contacts.get(1))))
    expect(bearers().filter(what => what === 'refresh')).toHaveLength(1)
  })

  it('refreshed by another process is loaded from the store instead of refreshing again', async () => {
    const store = memory(tokens(1))
    server.play(() => {
      store.saved = tokens(5)
      server.play(ok(contact))
      return problem('unauthorized')
    })
    await server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    expect(bearers()).toEqual([bearer(5)])
  })

  it('is refreshed by the retries of the call while the authorization service is down, and no more often', async () => {
    const down = { status: 503, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '2' } }
    server.play(down, down, granted(2), ok(contact))
    const client = server.client({ accessToken: oauth.accessToken(memory(tokens(1, 0))) })
    await server.passTime(client.contacts.get(1))
    expect(bearers()).toEqual(['refresh', 'refresh', 'refresh', bearer(2)])
    expect((server.seen[1]?.atMs ?? 0) - (server.seen[0]?.atMs ?? 0)).toBe(2_000)
    server.play(down)
    await expect(
      server.passTime(
        server.client({ accessToken: oauth.accessToken(memory(tokens(1, 0))) }).contacts.get(1),
      ),
    ).rejects.toMatchObject({ code: 'temporarily_unavailable', status: 503, retryable: true })
    expect(server.seen).toHaveLength(3)
  })

  it('keeps the refresh token if the response has none', async () => {
    const store = memory(tokens(1, 0))
    server.play(ok({ access_token: jwt('access-2'), expires_in: 900 }), ok(contact))
    await server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    expect(store.saved?.refreshToken).toBe('refresh-1')
  })

  it.each([
    ['nothing in the store', undefined, granted(1)],
    ['an authorization that has ended', 0, denied('invalid_grant')],
  ])('with %s requires a new authorization', async (_what, seconds, answer) => {
    server.play(answer)
    const store = memory(seconds === undefined ? undefined : tokens(1, seconds))
    const call = server.client({ accessToken: oauth.accessToken(store) }).contacts.get(1)
    await expect(call).rejects.toBeInstanceOf(AuthorizationRequiredError)
    await expect(call).rejects.toMatchObject({ code: 'authorization_required', retryable: false })
  })

  it('without a refresh token is used until it expires, and then requires a new authorization', async () => {
    const { refreshToken: _none, ...rest } = tokens(1, 1)
    const client = server.client({ accessToken: oauth.accessToken(memory(rest)) })
    server.play(ok(contact))
    await client.contacts.get(1)
    expect(bearers()).toEqual([bearer(1)])
    vi.setSystemTime(Date.now() + 1_000)
    await expect(client.contacts.get(1)).rejects.toBeInstanceOf(AuthorizationRequiredError)
  })
})
