import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor, type TestAdvisor } from '../../../test/people/people.ts'
import { createTestServer } from '../../../test/servers/http.ts'
import {
  authorizationUrl,
  createPartner,
  exchange,
  type OAuthServer,
  type Partner,
  startOAuthServer,
  TestBrowser,
  type Visit,
} from '../../../test/servers/oauth-server.ts'
import { createAuthorizationServer } from './create-authorization-server.ts'

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

describe('the session of an advisor', () => {
  it('has cookies that no script can read and no other site can send with a form', async () => {
    const browser = new TestBrowser()
    await browser.visit(authorizationUrl(server, partner))
    expect(browser.cookies.has('parley_session')).toBe(true)
    expect(browser.setCookies.filter(line => !/; samesite=lax; httponly(;|$)/i.test(line))).toEqual([])
  })

  it('has cookies for https and this host only, if the origin has https', async () => {
    const app = createTestServer()
    const publicOrigin = 'https://parley.test'
    const authorization = await createAuthorizationServer({
      database,
      config: { publicOrigin, environment: 'sandbox', cell: 1, ...server.secretKeys },
      log: app.log,
      renderError: ({ title }) => title,
    })
    authorization.mount(app)
    const { headers } = await app.inject(authorizationUrl({ ...server, origin: publicOrigin }, partner))
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.filter(line => !/^__Secure-.*; secure; httponly(;|$)/i.test(line))).toEqual([])
    expect(authorization.provider.cookieName('session')).toMatch(/^__Host-/)
    await app.close()
  })

  it('survives several windows returning at the same moment', async () => {
    const browser = new TestBrowser()
    await browser.visit(authorizationUrl(server, partner))
    for (let round = 0; round < 10; round += 1) {
      const windows = [1, 2, 3, 4, 5].map(() => {
        const window = new TestBrowser()
        for (const [name, value] of browser.cookies) window.cookies.set(name, value)
        return window
      })
      const visits = await Promise.all(windows.map(window => window.visit(authorizationUrl(server, partner))))
      // A window whose session id another window has just changed may have to start again.
      expect(visits.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    }
  })

  it('changes its id at sign-in', async () => {
    const browser = new TestBrowser()
    browser.cookies.set('parley_session', 'chosen-by-somebody-else')
    await browser.visit(authorizationUrl(server, partner))
    expect(browser.cookies.get('parley_session')).toMatch(/^[\w-]{20,}$/)
    const before = browser.cookies.get('parley_session')
    await browser.visit(authorizationUrl(server, partner, { prompt: 'login' }))
    expect(browser.cookies.get('parley_session')).not.toBe(before)
  })

  it('needs no second sign-in, unless the application requires one', async () => {
    const browser = new TestBrowser()
    const scope = 'openid core.contacts.read'
    const none = (): Promise<Visit> =>
      browser.visit(authorizationUrl(server, partner, { scope, prompt: 'none' }))
    expect((await none()).callback?.searchParams.get('error')).toBe('login_required')
    await browser.visit(authorizationUrl(server, partner, { scope }))
    expect((await none()).callback?.searchParams.has('code')).toBe(true)
    server.person.signsInAs = (await createAdvisor(database)).identifier
    const changed = await browser
      .visit(authorizationUrl(server, partner, { scope, max_age: '0' }))
      .finally(() => {
        server.person.signsInAs = advisor.identifier
      })
    expect(changed.callback?.searchParams.has('code')).toBe(true)
  })

  it('is replaced when another advisor signs in', async () => {
    const other = await createAdvisor(database)
    const browser = new TestBrowser()
    await browser.visit(authorizationUrl(server, partner))
    server.person.signsInAs = other.identifier
    const { callback } = await browser
      .visit(authorizationUrl(server, partner, { prompt: 'login' }))
      .finally(() => {
        server.person.signsInAs = advisor.identifier
      })
    const { body } = await exchange(server, partner, callback?.searchParams.get('code') ?? '')
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: other.identifier, advisor_id: other.id })
  })

  it('does not work once the advisor is disabled', async () => {
    const gone = await createAdvisor(database)
    const browser = new TestBrowser()
    const scope = 'openid core.contacts.read'
    server.person.signsInAs = gone.identifier
    await browser.visit(authorizationUrl(server, partner, { scope })).finally(() => {
      server.person.signsInAs = advisor.identifier
    })
    await database.query('update advisor set active = false where id = $1', [gone.id])
    const { callback } = await browser.visit(authorizationUrl(server, partner, { scope, prompt: 'none' }))
    expect(callback?.searchParams.get('error')).toBe('login_required')
  })
})
