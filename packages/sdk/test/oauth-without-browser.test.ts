// Acting for an advisor who is away, and ending an authorization.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ParleyOAuth } from '../src/index.ts'
import { createOAuth, jwt, tokens } from './scripted-oauth.ts'
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

const denied = (error: string, status = 400): Step => ({
  status,
  body: { error, error_description: 'Because.' },
})

describe('client credentials', () => {
  const contact = { contactId: 1 }
  const forms = (): Record<string, string>[] =>
    server.seen
      .filter(({ url }) => url === '/oauth/token')
      .map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))))
  const given = (number: number): Step =>
    ok({ access_token: jwt(`access-${number}`), expires_in: 900, scope: 'text.messaging.write' })

  it('get one token for all waiting calls, and use it until shortly before it expires', async () => {
    const bare = new ParleyOAuth({
      tokenUrl: `${server.origin}/oauth/token`,
      clientId: 'client',
      clientSecret: 'secret',
      fetch: server.fetch,
    })
    const accessToken = bare.clientCredentials({
      advisor: 'avery',
      scopes: ['text.messaging.read', 'text.messaging.write'],
    })
    let number = 0
    server.play(({ url }) => (url === '/oauth/token' ? given(++number) : ok(contact)))
    const clients = [1, 2].map(() => server.client({ accessToken }))
    await Promise.all(clients.flatMap(client => [1, 2].map(() => client.contacts.get(1))))
    expect(forms()).toEqual([
      {
        grant_type: 'client_credentials',
        advisor: 'avery',
        scope: 'text.messaging.read text.messaging.write',
        client_id: 'client',
        client_secret: 'secret',
      },
    ])
    vi.setSystemTime(Date.now() + 871_000)
    await clients[0]?.contacts.get(1)
    expect(forms()).toHaveLength(2)
  })

  it('get another token if the service rejects one', async () => {
    let number = 0
    server.play(({ url, headers }) => {
      if (url === '/oauth/token') return given(++number)
      return headers['authorization'] === `Bearer ${jwt('access-2')}` ? ok(contact) : problem('unauthorized')
    })
    const accessToken = oauth.clientCredentials({ advisor: 'avery', scopes: ['text.messaging.write'] })
    await server.client({ accessToken }).contacts.get(1)
    expect(forms()).toHaveLength(2)
  })

  it('throw the authorization service’s error, and retry transient failures', async () => {
    const accessToken = oauth.clientCredentials({ advisor: 'avery', scopes: ['text.messaging.write'] })
    server.play(denied('unauthorized_client'))
    await expect(server.client({ accessToken }).contacts.get(1)).rejects.toMatchObject({
      code: 'unauthorized_client',
      retryable: false,
    })
    const down = { status: 503, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '2' } }
    server.play(down, given(1), ok(contact))
    await server.passTime(server.client({ accessToken }).contacts.get(1))
    expect(forms()).toHaveLength(2)
  })
})

describe('revoke', () => {
  it('revokes the refresh token at the URL next to the token endpoint', async () => {
    server.play({ status: 200 })
    await oauth.revoke(tokens(1))
    const [seen] = server.seen
    expect(seen?.url).toBe('/oauth/revoke')
    expect(Object.fromEntries(new URLSearchParams(String(seen?.body)))).toEqual({
      token: 'refresh-1',
      client_id: 'client',
      client_secret: 'secret',
    })
  })

  it('retries transient failures, and throws permanent ones', async () => {
    server.play({ status: 503 }, { status: 200 })
    await server.passTime(oauth.revoke(tokens(1)))
    expect(server.seen).toHaveLength(2)
    server.play(denied('invalid_client', 401))
    await expect(oauth.revoke(tokens(1))).rejects.toMatchObject({ code: 'invalid_client', status: 401 })
  })
})

it('without authUrl and redirectUri, only the browser flow throws', async () => {
  const bare = new ParleyOAuth({ tokenUrl: 'https://x.test/oauth/token', clientId: 'c', clientSecret: 's' })
  await expect(bare.authorize([])).rejects.toThrow('new ParleyOAuth({ authUrl }) is missing')
  expect(() => new ParleyOAuth({ tokenUrl: '', clientId: 'c', clientSecret: 's' })).toThrow('tokenUrl')
})
