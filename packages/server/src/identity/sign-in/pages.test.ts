import { scopes } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
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
} from '../../../test/servers/sign-in-server.ts'
import { createPool } from '../../platform/db/pool.ts'

const { database } = await useTestDatabase()
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  server = await createSignInServer({ database })
  partner = await addPartner(database)
  advisor = await addPerson(database)
})
afterAll(() => server.app.close())

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

  it('names the application, the advisor, what each scope allows and the redirect target', async () => {
    const { page } = await signIn(await begin())
    expect(page.status).toBe(200)
    const told = ['Meridian CRM', 'Avery Stone', 'Northwind Wealth', advisor.email, 'crm.meridian.example']
      .concat('Send texts for you', 'See your texting status', 'Change your contacts')
      .concat('See your contacts', 'See your content library', 'Know who you are', 'Stay connected')
    for (const words of told) expect(page.body).toContain(words)
  })

  it('lists the requested scopes only', async () => {
    const { page } = await signIn(
      await begin(new FormBrowser(server), { scope: 'openid text.messaging.read' }),
    )
    expect(page.body).toContain('See your texting status')
    expect(page.body).not.toContain('Send texts for you')
  })

  it('says if the application can text without the advisor: client credentials need no offline_access', async () => {
    const words = 'Text while you are away'
    const scope = 'openid text.messaging.write'
    const open = async (by: typeof partner) => {
      const browser = new FormBrowser(server)
      const page = await browser.open(authorizationPath(by, { scope }))
      return (await signIn({ browser, page })).page.body
    }
    const alone = await addPartner(database)
    await database.query(
      `update application set grant_types = grant_types || '{client_credentials}' where client_id = $1`,
      [alone.clientId],
    )
    expect(await open(alone)).toContain(words)
    const present = await addPartner(database)
    await database.query(`update application set grant_types = '{authorization_code}' where client_id = $1`, [
      present.clientId,
    ])
    expect(await open(present)).not.toContain(words)
  })

  it('loads nothing from elsewhere, cannot be framed and is not cached', async () => {
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
    expect(`${page.body}${allow.page.body}`).not.toMatch(
      /(?:src|href)="(?!\/oauth\/assets\/|\/sign-in\/firm\?|\/app\/sign-in\/forgot")/,
    )
  })

  it('shows a script in any name as text', async () => {
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
  it('leads from sign-in through the allow page to the application, with code, state and issuer', async () => {
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
    expect(rows[0].scopes).toHaveLength(Object.keys(scopes).length)
    const { rows: entries } = await database.query<{ entry: { facts: { until: string } } }>(
      `select entry from journal_entry where advisor_id = $1 and kind = 'grant.given' order by id desc limit 1`,
      [advisor.id],
    )
    expect(entries).toMatchObject([
      {
        entry: {
          actor: { kind: 'advisor' },
          subject: { kind: 'application' },
          facts: { application: 'Meridian CRM', scopes: rows[0].scopes },
        },
      },
    ])
    const days = (Date.parse(entries[0]?.entry.facts.until ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(365)
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

  it('leads back to sign-in for another advisor, who then allows', async () => {
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

  it('continues when the form is sent twice, and grants once', async () => {
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
  ])('returns a page for %s', async (_, status, body, type) => {
    const { browser, page } = await begin()
    const answer = await browser.post(`${page.path}/sign-in`, body, type)
    expect(answer.status).toBe(status)
    expect(answer.body).toContain('The form could not be read')
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
      expect(answer.body).toContain('You can’t continue')
    }
    expect((await browser.open(page.path)).status).toBe(200)
  })

  it('refuses the token of another browser’s form, and of the previous form', async () => {
    const mine = await begin()
    const foreign = await begin()
    const fields = { email: advisor.email, password, token: tokenOf(foreign.page) }
    expect((await mine.browser.post(`${mine.page.path}/sign-in`, fields)).status).toBe(403)
    const allow = await signIn(mine)
    const replayed = await allow.browser.post(`${allow.page.path}/allow`, { token: tokenOf(mine.page) })
    expect(replayed.status).toBe(403)
  })

  it('refuses an application or an advisor disabled in the meantime', async () => {
    const person = await addPerson(database)
    const { browser, page } = await signIn(await begin(), person)
    await database.query('update advisor set active = false where id = $1', [person.id])
    expect((await browser.open(page.path)).status).toBe(403)
    const allowed = await browser.submit(page, 'allow')
    expect(allowed.status).toBe(403)
    expect(allowed.body).toContain('Your account is no longer active')
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

  it('for an expired interaction', async () => {
    const { browser, page } = await begin()
    await database.query(`delete from oauth_artifact where model = 'Interaction'`)
    expectExpired(await browser.open(page.path))
    expectExpired(await browser.submit(page, 'sign-in', { email: advisor.email, password }))
  })

  it('for a browser that did not start the interaction', async () => {
    const { page } = await begin()
    const stranger = new FormBrowser(server)
    expectExpired(await stranger.open(page.path))
    expectExpired(await stranger.submit(page, 'sign-in', { email: advisor.email, password }))
    const { browser } = await begin()
    expectExpired(await browser.submit(page, 'deny'))
  })

  it('for a finished interaction, whatever is replayed', async () => {
    const { browser, page } = await signIn(await begin())
    await browser.follow(await browser.submit(page, 'allow'))
    expectExpired(await browser.submit(page, 'allow'))
    expectExpired(await browser.submit(page, 'deny'))
  })
})

describe('503', () => {
  it('while the database is unavailable', async () => {
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
    expect(answer.body).toContain('Temporarily unavailable')
    await without.app.close()
    await gone.end()
  })
})
