import { appBase, appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdvisorApp, callApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { type SigningIn, sameOrigin, sessionOf, signingIn } from '../../../test/servers/app-sign-in.ts'
import { addPerson } from '../../../test/servers/sign-in-server.ts'

let server: AdvisorApp
let person: Awaited<ReturnType<typeof addPerson>>
let signIn: SigningIn['signIn']
let me: SigningIn['me']

beforeAll(async () => {
  server = await startAdvisorApp()
  person = await addPerson(server.database)
  ;({ signIn, me } = signingIn(server, person))
})
afterAll(() => server.close())

describe('403: what another site makes the browser send', () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
  ]

  it('is refused for every operation, even with a valid session', async () => {
    const cookie = sessionOf(await signIn())
    for (const headers of foreign) {
      expect((await me(cookie, headers)).status).toBe(403)
      const create = { headers, body: { firstName: 'Planted' } }
      const written = await callApp(server.origin, cookie, sharedOperations.createContact, create)
      expect([written.status, written.problem.code]).toEqual([403, 'forbidden'])
      expect((await callApp(server.origin, cookie, appOperations.signOut, { headers })).status).toBe(403)
    }
    expect((await me(cookie)).status).toBe(200)
    const { rows } = await server.database.query(`select from contact where first_name = 'Planted'`)
    expect(rows).toEqual([])
  })

  it('is refused for a write without an origin', async () => {
    const cookie = sessionOf(await signIn())
    const write = (headers: Record<string, string>) =>
      fetch(`${server.origin}${appBase}/core/contact/groups`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{"name":"A group"}',
      }).then(answer => answer.status)
    expect(await write({})).toBe(403)
    expect(await write({ origin: 'null' })).toBe(403)
    expect(await write({ 'sec-fetch-site': 'none' })).toBe(403)
    expect(await write({ origin: `${server.origin}.evil.test` })).toBe(403)
    expect(await write({ origin: server.origin })).toBe(200)
    expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  it('cannot be a form, which needs no CORS permission', async () => {
    const cookie = sessionOf(await signIn())
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await fetch(`${server.origin}${appBase}/core/contact/groups`, {
        method: 'POST',
        headers: { cookie, ...sameOrigin, 'content-type': type },
        body: '{"name":"A group"}',
      })
      expect(answer.status).toBe(415)
    }
  })

  it('gets no permission to read a response', async () => {
    const cookie = sessionOf(await signIn())
    const answer = await me(cookie)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const preflight = await fetch(`${server.origin}${appBase}/me`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.status).toBe(405)
  })
})
