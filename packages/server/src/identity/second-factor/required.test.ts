// A firm that requires a second factor: a password alone opens nothing, on every process.
import { appBase, appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authenticatorOf, setUpFactor } from '../../../test/people/authenticator.ts'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  tokenOf,
} from '../../../test/servers/sign-in-server.ts'
import { changeFirm } from '../people/change-firm.ts'
import { findPerson } from '../person/find-person.ts'
import { startSession } from '../sessions/start-session.ts'
import { resetFactor } from './reset-factor.ts'

let server: AdvisorApp
let person: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  server = await startAdvisorApp({ instances: 2 })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.query('delete from sign_in_failure')
  person = await addPerson(server.database)
})

const require = (isSecondFactorRequired: boolean) =>
  changeFirm(server.database, person.firmId, { isSecondFactorRequired })

function newBrowser(): FormBrowser {
  const [app] = server.apps
  if (!app) throw new Error('no server')
  return new FormBrowser({ app }, '127.0.0.1')
}

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
const post = (browser: FormBrowser, path: string, fields: Record<string, string>) =>
  browser.send('POST', path, own, new URLSearchParams(fields).toString())

async function knowPassword(browser = newBrowser(), email = person.email) {
  const token = tokenOf(await browser.open('/app/sign-in'))
  return { browser, token, answer: await post(browser, '/app/sign-in', { token, email, password }) }
}

const me = async (browser: FormBrowser) =>
  (await browser.send('GET', `${appBase}/me`, { 'sec-fetch-site': 'same-origin' })).status

const setUpFieldsOf = (body: string) => {
  const setup = /name="setup" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const key = /class="key">([^<]+)</.exec(body)?.[1] ?? ''
  return { setup, authenticator: authenticatorOf(key) }
}

describe('a firm that requires a second factor', () => {
  it('ends sessions without one at the next request on every process; those with one go on', async () => {
    const bare = await server.signIn(person.id)
    const { token } = await startSession(server.database, {
      personId: person.id,
      proof: { means: 'firm' },
    })
    await require(true)
    for (const at of [0, 1]) {
      expect((await bare.call(appOperations.getMe, { at })).status).toBe(401)
      const kept = await fetch(`${server.origins[at]}${appBase}/me`, {
        headers: { cookie: `parley_app=${token}`, 'sec-fetch-site': 'same-origin' },
      })
      expect(kept.status).toBe(200)
    }
    await expect(startSession(server.database, { personId: person.id })).rejects.toThrow('second factor')
    const { rows } = await server.database.query<{ entry: object }>(
      `select entry_of(entry, head, facts) as entry from journal where firm_id = $1 and kind = 'firm.changed'`,
      [person.firmId],
    )
    expect(rows).toMatchObject([{ entry: { facts: { after: { isSecondFactorRequired: true } } } }])
  })

  it('lets nobody do anything after the password but set one up, with recovery codes shown once', async () => {
    await require(true)
    const { browser, token, answer } = await knowPassword()
    expect([answer.status, answer.location]).toEqual([303, '/app/sign-in/set-up?to=%2Fapp'])
    for (const { id, method, path } of [
      ...Object.values(appOperations),
      ...Object.values(sharedOperations),
    ]) {
      const url = `${appBase}${path.replace(/\{\w+\}/g, '1')}`
      const { status } = await browser.send(method as 'GET', url, { 'sec-fetch-site': 'same-origin' })
      expect([id, status]).toEqual([id, 401])
    }

    const page = await browser.follow(answer)
    const { setup, authenticator } = setUpFieldsOf(page.body)
    const address = '/app/sign-in/set-up?to=%2Fapp'
    const wrong = await post(browser, address, { token, setup, code: authenticator.wrongCode() })
    expect([wrong.status, setUpFieldsOf(wrong.body).setup, await me(browser)]).toEqual([422, setup, 401])
    const done = await post(browser, address, { token, setup, code: authenticator.code(-1) })
    expect([done.status, done.body.match(/<li>([a-z2-7]{4}-){3}[a-z2-7]{4}/g)?.length]).toEqual([200, 10])
    expect(await me(browser)).toBe(200)

    const next = await knowPassword()
    expect(next.answer.location).toBe('/app/sign-in/code?to=%2Fapp')
    // The page that sets one up is closed to whoever has one: it would be a way round it.
    const round = { token: next.token, setup, code: authenticator.code() }
    expect((await post(next.browser, address, round)).location).toBe('/app/sign-in?to=%2Fapp')
    expect(await me(next.browser)).toBe(401)
    const code = authenticator.code()
    expect((await post(next.browser, '/app/sign-in/code', { token: next.token, code })).status).toBe(303)
    expect(await me(next.browser)).toBe(200)
  })

  it('applies to people without an account as well', async () => {
    await require(true)
    const { email } = await addStaff(server.database, { firmId: person.firmId, roles: ['auditor'], password })
    const { answer, browser } = await knowPassword(newBrowser(), email)
    expect(answer.location).toBe('/app/sign-in/set-up?to=%2Fapp')
    expect(await me(browser)).toBe(401)
  })

  it('does not let the last one be removed', async () => {
    const client = await server.signIn(person.id)
    await setUpFactor(client)
    await require(true)
    expect((await client.call(appOperations.removeSecondFactor)).status).toBe(409)
    expect(await client.ok(appOperations.getSecondFactor)).toMatchObject({ isOn: true, isRequired: true })
    await server.owner.query(
      `insert into passkey (advisor_id, credential_id, public_key, counter, transports, name)
       values ($1::bigint, 'of ' || $1::bigint, '\\x00', 0, '{}', 'Key')`,
      [person.id],
    )
    expect((await client.call(appOperations.removeSecondFactor)).status).toBe(204)
    const [key] = (await client.ok(appOperations.listPasskeys)).data
    const params = { passkeyId: key?.passkeyId ?? '' }
    expect((await client.call(appOperations.removePasskey, { params })).status).toBe(409)
  })

  it('asks again before an application is allowed, also in a session that began before', async () => {
    const partner = await addPartner(server.database)
    const pages = await createSignInServer({ database: server.database, secretKeys: server.secretKeys })
    const browser = new FormBrowser(pages)
    const begun = await browser.open(authorizationPath(partner))
    const allow = await browser.follow(
      await browser.submit(begun, 'sign-in', { email: person.email, password }),
    )
    expect(allow.body).toContain('Allow')
    await require(true)
    const refused = await browser.submit(allow, 'allow')
    const again = await browser.follow(refused)
    expect(again.body).toContain('Sign in')
    const { rows } = await server.database.query('select from authorization_grant where advisor_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([])
    const fresh = await browser.open(authorizationPath(partner))
    expect(fresh.body).toContain('<h1>Sign in</h1>')

    const asked = await browser.follow(
      await browser.submit(fresh, 'sign-in', { email: person.email, password }),
    )
    const { setup, authenticator } = setUpFieldsOf(asked.body)
    const done = await browser.submit(asked, 'set-up', { setup, code: authenticator.code() })
    const next = /class="primary" href="([^"]+)"/.exec(done.body)?.[1] ?? ''
    expect((await browser.open(new URL(next, 'http://localhost:8080').pathname)).body).toContain('Allow')
    await pages.app.close()
  })
})

it('an operator takes the factor away from somebody who lost it: sessions end, and the next sign-in sets one up', async () => {
  const client = await server.signIn(person.id)
  await setUpFactor(client)
  await require(true)
  const reset = await resetFactor(server.database, await findPerson(server.database, person.email))
  expect(reset).toMatchObject({ hadCodes: true, sessions: 1 })
  expect((await client.call(appOperations.getMe)).status).toBe(401)
  expect((await knowPassword()).answer.location).toBe('/app/sign-in/set-up?to=%2Fapp')
  await require(false)
  const { browser } = await knowPassword()
  expect(await me(browser)).toBe(200)
})
