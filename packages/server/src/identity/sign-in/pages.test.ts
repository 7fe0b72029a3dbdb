import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import {
  type Answer,
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
  tokenOf,
} from '../../../test/sign-in-server.ts'
import { createPool } from '../../db/pool.ts'

const { database, drop } = await createTestDatabase()
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  server = await createSignInServer({ database })
  partner = await addPartner(database)
  advisor = await addPerson(database)
})
afterAll(async () => {
  await server.app.close()
  await drop()
})

const begin = async (browser = new FormBrowser(server), changed = {}) => ({
  browser,
  page: await browser.open(authorizationPath(partner, changed)),
})

const signIn = async ({ browser, page }: { browser: FormBrowser; page: Answer }, who = advisor) => ({
  browser,
  page: await browser.follow(await browser.submit(page, 'sign-in', { email: who.email, password })),
})

describe('200', () => {
  it('asks to sign in, and says for which application', async () => {
    const { page } = await begin()
    expect(page).toMatchObject({ status: 200, path: expect.stringMatching(/^\/oauth\/interaction\/[\w-]+$/) })
    expect(page.body).toContain('Meridian CRM')
    expect(page.body).toContain('Sandbox')
  })

  it('says who asks, for whom, what each scope allows and where it leads', async () => {
    const { page } = await signIn(await begin())
    expect(page.status).toBe(200)
    const told = ['Meridian CRM', 'Avery Stone', 'Northwind Wealth', advisor.email, 'crm.meridian.example']
      .concat('Send texts in your name', 'See how your texting stands', 'Change your contacts')
      .concat('See your contacts', 'See your content library', 'Know who you are', 'Stay connected')
    for (const words of told) expect(page.body).toContain(words)
  })

  it('lists the requested scopes only', async () => {
    const { page } = await signIn(
      await begin(new FormBrowser(server), { scope: 'openid text.messaging.read' }),
    )
    expect(page.body).toContain('See how your texting stands')
    expect(page.body).not.toContain('Send texts in your name')
  })

  it('lets nothing in from elsewhere, stands in no frame and is kept in no cache', async () => {
    const { browser, page } = await begin()
    const allow = await signIn({ browser, page })
    for (const { headers } of [page, allow.page]) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self';/)
      expect(policy).toContain("form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
    expect(allow.page.headers['content-security-policy']).not.toContain('script-src')
    expect(`${page.body}${allow.page.body}`).not.toMatch(/(?:src|href)="(?!\/oauth\/assets\/)/)
  })

  it('takes a script in any name for text', async () => {
    const attack = `"'><script>alert(1)</script>`
    const hostile = await addPartner(database, { name: `App ${attack}` })
    const person = await addPerson(database, { name: `Advisor ${attack}`, firmName: `Firm ${attack}` })
    const browser = new FormBrowser(server)
    const page = await browser.open(authorizationPath(hostile, { state: attack }))
    const refused = await browser.submit(page, 'sign-in', { email: `${attack}@x.example`, password: 'wrong' })
    const allow = await signIn({ browser, page }, person)
    const answers = [page, refused, allow.page]
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200])
    for (const { body } of answers) {
      expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
      expect(body).not.toContain('<script>alert')
      expect(body).not.toContain(`"'>`)
    }
    const done = await browser.follow(await browser.submit(allow.page, 'allow'))
    expect(new URL(done.location ?? '').searchParams.get('state')).toBe(attack)
  })
})

describe('303', () => {
  it('leads from the sign-in over the allow page to the application, with code, state and issuer', async () => {
    const { browser, page } = await begin()
    const signedIn = await browser.submit(page, 'sign-in', { email: advisor.email.toUpperCase(), password })
    expect(signedIn.status).toBe(303)
    const allow = await browser.follow(signedIn)
    const allowed = await browser.submit(allow, 'allow')
    expect(allowed.status).toBe(303)
    const done = await browser.follow(allowed)
    expect(done.status).toBe(303)
    const callback = new URL(done.location ?? '')
    expect(`${callback.origin}${callback.pathname}`).toBe(partner.redirectUri)
    const parameters = Object.fromEntries(callback.searchParams)
    expect(parameters).toEqual({ code: expect.any(String), state: 'the state', iss: server.origin })
    const { rows } = await database.query(
      'select scopes from authorization_grant where advisor_id = $1 order by granted_at desc limit 1',
      [advisor.id],
    )
    expect(rows[0].scopes).toHaveLength(7)
  })

  it.each([
    ['denies', signIn],
    ['cancels the sign-in', async (begun: { browser: FormBrowser; page: Answer }) => begun],
  ])('leads back with access_denied when the advisor %s', async (_, goTo) => {
    const { browser, page } = await goTo(await begin())
    const denied = await browser.submit(page, 'deny')
    expect(denied.status).toBe(303)
    const callback = new URL((await browser.follow(denied)).location ?? '')
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
    })
    expect(callback.searchParams.has('code')).toBe(false)
  })

  it('leads to the sign-in again for somebody else, who then allows', async () => {
    const other = await addPerson(database, { name: 'Blake Rivers', firmName: 'Summit Partners' })
    const { browser, page } = await signIn(await begin())
    const switched = await browser.submit(page, 'switch')
    expect(switched.status).toBe(303)
    const again = await browser.follow(switched)
    expect(again.body).toContain('name="password"')
    const allow = await signIn({ browser, page: again }, other)
    expect(allow.page.body).toContain('Blake Rivers')
    expect(allow.page.body).not.toContain('Avery Stone')
    const done = await browser.follow(await browser.submit(allow.page, 'allow'))
    expect(new URL(done.location ?? '').searchParams.get('state')).toBe('the state')
    const { rows } = await database.query('select from authorization_grant where advisor_id = $1', [other.id])
    expect(rows).toHaveLength(1)
  })

  it('leads back to the page when the form belongs to another step', async () => {
    const { browser, page } = await begin()
    for (const action of ['allow', 'switch']) {
      expect(await browser.submit(page, action)).toMatchObject({ status: 303, location: page.path })
    }
  })

  it('leads on when the form is sent twice, and grants once', async () => {
    const person = await addPerson(database)
    const { browser, page } = await signIn(await begin(), person)
    const [first, second] = [await browser.submit(page, 'allow'), await browser.submit(page, 'allow')]
    expect(second).toMatchObject({ status: 303, location: first.location })
    const { rows } = await database.query('select from authorization_grant where advisor_id = $1', [
      person.id,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('400, 413, 415', () => {
  it.each([
    ['a NUL character', 400, 'token=%00', undefined],
    ['a form of 9 kB', 413, `token=${'x'.repeat(9_000)}`, undefined],
    ['JSON', 415, '{}', 'application/json'],
  ])('answers %s with a page', async (_, status, body, type) => {
    const { browser, page } = await begin()
    const answer = await browser.post(`${page.path}/sign-in`, body, type)
    expect(answer.status).toBe(status)
    expect(answer.body).toContain('did not arrive whole')
  })
})

describe('403', () => {
  const actions = ['sign-in', 'allow', 'deny', 'switch']

  it.each(actions)('refuses %s without the form’s token', async action => {
    const { browser, page } = await begin()
    const fields = { email: advisor.email, password }
    for (const token of [{}, { token: '' }, { token: 'x' }, { token: `${tokenOf(page).slice(0, -1)}!` }]) {
      const answer = await browser.post(`${page.path}/${action}`, { ...fields, ...token })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('This cannot go on')
    }
    expect((await browser.open(page.path)).status).toBe(200)
  })

  it('refuses the token of somebody else’s form, and that of the form before', async () => {
    const mine = await begin()
    const foreign = await begin()
    const fields = { email: advisor.email, password, token: tokenOf(foreign.page) }
    expect((await mine.browser.post(`${mine.page.path}/sign-in`, fields)).status).toBe(403)
    const allow = await signIn(mine)
    const replayed = await allow.browser.post(`${allow.page.path}/allow`, { token: tokenOf(mine.page) })
    expect(replayed.status).toBe(403)
  })

  it('refuses to ask for an application or an advisor that was disabled meanwhile', async () => {
    const person = await addPerson(database)
    const { browser, page } = await signIn(await begin(), person)
    await database.query('update advisor set active = false where id = $1', [person.id])
    expect((await browser.open(page.path)).status).toBe(403)
    const allowed = await browser.submit(page, 'allow')
    expect(allowed.status).toBe(403)
    expect(allowed.body).toContain('Your account is not in use any more')
    const gone = await addPartner(database)
    const other = new FormBrowser(server)
    const asked = await other.open(authorizationPath(gone))
    await database.query('update application set active = false where client_id = $1', [gone.clientId])
    expect((await other.open(asked.path)).status).toBe(403)
  })
})

describe('404', () => {
  const expectExpired = (answer: Answer) => {
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('This page has expired')
    expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
    expect(answer.body).toContain(String(answer.headers['x-trace-id']))
  }

  it('says that an interaction has expired', async () => {
    const { browser, page } = await begin()
    await database.query(`delete from oauth_artifact where model = 'Interaction'`)
    expectExpired(await browser.open(page.path))
    expectExpired(await browser.submit(page, 'sign-in', { email: advisor.email, password }))
  })

  it('says so to a browser in which it was not begun', async () => {
    const { page } = await begin()
    const stranger = new FormBrowser(server)
    expectExpired(await stranger.open(page.path))
    expectExpired(await stranger.submit(page, 'sign-in', { email: advisor.email, password }))
    const { browser } = await begin()
    expectExpired(await browser.submit(page, 'deny'))
  })

  it('says so of one that has been used, whatever is replayed', async () => {
    const { browser, page } = await signIn(await begin())
    await browser.follow(await browser.submit(page, 'allow'))
    expectExpired(await browser.submit(page, 'allow'))
    expectExpired(await browser.submit(page, 'deny'))
  })
})

describe('503', () => {
  it('says that it is not available when the database is away', async () => {
    const gone = createPool({
      url: 'postgres://127.0.0.1:1/none',
      size: 2,
      applicationName: 'test',
      connectTimeoutMs: 500,
    })
    const without = await createSignInServer({ database: gone })
    const answer = await new FormBrowser(without).open('/oauth/interaction/any')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.body).toContain('Not available right now')
    await without.app.close()
    await gone.end()
  })
})
