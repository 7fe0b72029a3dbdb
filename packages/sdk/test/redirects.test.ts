// A redirect of an API call is never followed: it would send the API key to another host.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConnectionError, ParleyOAuth } from '../src/index.ts'
import { failureOf, ok, type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())

const text = { phone: '+12025550123', text: 'Hello' }
const redirected = { code: 'redirected', retryable: false }

it.each([301, 302, 303, 307, 308])('%i is an error that is neither followed nor retried', async status => {
  const location = `${server.origin}/elsewhere?code=secret`
  server.play({ status, headers: { location } })
  const error = await failureOf(server.client().messages.send(text))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ ...redirected, status })
  expect(String(error)).toContain(server.origin)
  expect(String(error)).not.toContain('secret')
  expect(server.seen.map(({ url }) => url)).toEqual(['/v1/text/messaging/messages'])
})

it('the opaque redirect of a browser is the same error', async () => {
  let requests = 0
  // A browser hides status, headers and body.
  const opaque: typeof fetch = async () => {
    requests += 1
    const response = Response.error()
    return Object.defineProperty(response, 'type', { value: 'opaqueredirect' })
  }
  const error = await failureOf(server.client({ fetch: opaque }).messages.send(text))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ ...redirected, status: undefined })
  expect(requests).toBe(1)
})

it('a redirect of a token request is not followed', async () => {
  server.play({ status: 307, headers: { location: `${server.origin}/elsewhere` } })
  const oauth = new ParleyOAuth({
    tokenUrl: `${server.origin}/oauth/token`,
    clientId: 'client',
    clientSecret: 'secret',
  })
  await expect(oauth.clientCredentials({ scopes: ['events.read'] })()).rejects.toMatchObject(redirected)
  expect(server.seen.map(({ url }) => url)).toEqual(['/oauth/token'])
})

it('works with the fetch of Cloudflare Workers, which knows no redirect mode "error"', async () => {
  server.play(ok({ contactId: 1 }))
  const workerFetch: typeof fetch = (input, init) => {
    if (init?.redirect === 'error')
      throw new TypeError('Invalid redirect value, must be one of "follow" or "manual".')
    return fetch(input, init)
  }
  expect(await server.client({ fetch: workerFetch }).contacts.get(1)).toEqual({ contactId: 1 })
})
