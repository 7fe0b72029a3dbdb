import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { cookiesOf, type SigningIn, sessionOf, signingIn } from '../../../test/servers/app-sign-in.ts'
import { addPerson } from '../../../test/servers/sign-in-server.ts'
import { changeAdvisor } from '../people/change-advisor.ts'

let server: AdvisorApp
let person: Awaited<ReturnType<typeof addPerson>>
let signIn: SigningIn['signIn']
let me: SigningIn['me']
let openPage: SigningIn['openPage']
let post: SigningIn['post']

beforeAll(async () => {
  server = await startAdvisorApp()
  person = await addPerson(server.database)
  ;({ signIn, me, openPage, post } = signingIn(server, person))
})
afterAll(() => server.close())

describe('signing in to the app', () => {
  it('redirects to the requested page, with a session cookie closed to scripts and other sites', async () => {
    const answer = await signIn({ query: '?to=%2Fapp%2Finbox%3Ffilter%3Dunread' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/inbox?filter=unread'])
    const cookie = answer.headers.getSetCookie().find(line => line.startsWith('parley_app='))
    expect(cookie).toMatch(/^parley_app=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    const { status, body } = await me(sessionOf(answer))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Avery Stone',
      firmName: 'Northwind Wealth',
      environment: 'sandbox',
      hasPassword: true,
    })
  })

  it('stores nothing in the database that gives access', async () => {
    const token = cookiesOf(await signIn()).get('parley_app') ?? ''
    const { rows } = await server.owner.query<{ row: string }>(
      'select app_session::text as row from app_session',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) {
      expect(row).not.toContain(token)
      expect(row).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  it('gives a new session each time and ends the browser’s previous one: sessions cannot be fixated', async () => {
    const planted = sessionOf(await signIn())
    const entered = sessionOf(await signIn({ query: '?again=1', cookie: planted }))
    expect(entered).not.toBe(planted)
    expect((await me(planted)).status).toBe(401)
    expect((await me(entered)).status).toBe(200)
    const invented = sessionOf(await signIn({ cookie: 'parley_app=invented-by-somebody-else' }))
    expect(invented).not.toContain('invented')
  })

  it('starts no session if the password changes during the attempt', async () => {
    const victim = await addPerson(server.database)
    await server.owner.query('delete from sign_in_failure')
    const holding = await server.owner.connect()
    await holding.query('begin')
    const entering = signIn({ fields: { email: victim.email } })
    try {
      // The attempt is counted before the password is checked; uncounting it afterwards waits for this lock.
      await vi.waitFor(
        async () => {
          const counted = await holding.query('select from sign_in_failure where failures > 0 for update')
          expect(counted.rows).toHaveLength(3)
        },
        { interval: 2, timeout: 80_000 },
      )
      await changeAdvisor(server.database, victim.id, { password: 'another horse, another battery' })
    } finally {
      await holding.query('commit')
      holding.release()
    }
    const answer = await entering
    expect((await me(sessionOf(answer))).status).toBe(401)
    expect([answer.status, cookiesOf(answer).has('parley_app')]).toEqual([403, false])
    expect(await answer.text()).toContain('The password was changed just now.')
  })

  it('shows the page again for a wrong password, and throttles further attempts', async () => {
    const victim = await addPerson(server.database)
    const attempt = () => signIn({ fields: { email: victim.email, password: 'wrong' } })
    const first = await attempt()
    expect(first.status).toBe(422)
    expect(await first.text()).toContain('Wrong email or password.')
    expect(cookiesOf(first).has('parley_app')).toBe(false)
    // As after fifteen failures: on a slow machine the first pauses would pass between two attempts.
    await server.owner.query('update sign_in_failure set failures = 15, last_failed_at = now()')
    const slowed = await signIn({ fields: { email: victim.email } })
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await slowed.text()).toContain('There were too many attempts.')
    expect(cookiesOf(slowed).has('parley_app')).toBe(false)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another name of this site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['nowhere', {}],
  ])('is refused if the form comes from %s', async (_where, headers) => {
    const answer = await signIn({ headers })
    expect(answer.status).toBe(403)
    expect(cookiesOf(answer).has('parley_app')).toBe(false)
  })

  it('works if the browser sends only Origin', async () => {
    expect((await signIn({ headers: { origin: server.origin } })).status).toBe(303)
  })

  it('is refused with another browser’s form', async () => {
    const stolen = await openPage()
    const own = await openPage()
    expect((await post(own.cookie, { token: stolen.token })).status).toBe(403)
    expect((await post(own.cookie, { token: own.token })).status).toBe(303)
  })

  it('shows the same form to two windows', async () => {
    const first = await openPage()
    const second = await openPage('', first.cookie)
    expect(second.token).toBe(first.token)
  })

  it('is skipped for a signed-in advisor, unless it must be repeated', async () => {
    const cookie = sessionOf(await signIn())
    const { answer } = await openPage('?to=%2Fapp%2Fcontacts', cookie)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/contacts'])
    expect((await openPage('?again=1', cookie)).answer.status).toBe(200)
  })

  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/app/..//evil.test',
    '/app//evil.test',
    '/application',
    '/app/api/me',
    '/app/sign-in',
    '/oauth/auth',
    'javascript:alert(1)',
    '/app/\r\nset-cookie: x=y',
  ])('never leads to %j', async to => {
    const answer = await signIn({ query: `?to=${encodeURIComponent(to)}` })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app'])
  })

  it('shows a page that no other page can frame and that loads nothing from elsewhere', async () => {
    const { answer, text } = await openPage('?to=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(text).not.toContain('alert(1)')
  })
})
