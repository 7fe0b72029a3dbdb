import { appOperations } from '@parley/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser, openPage } from '../../../test/processes/browser.ts'
import { type AdvisorApp, callApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { addPerson, password } from '../../../test/servers/sign-in-server.ts'
import { verifyPassword } from '../people/passwords.ts'

let server: AdvisorApp
let person: Awaited<ReturnType<typeof addPerson>>
let client: Awaited<ReturnType<AdvisorApp['signIn']>>
/** Served at localhost, where browsers allow passkeys. */
let local: AdvisorApp

beforeAll(async () => {
  ;[server, local] = [await startAdvisorApp(), await startAdvisorApp({ host: 'localhost' })]
})
afterAll(() => Promise.all([server.close(), local.close()]))
beforeEach(async () => {
  person = await addPerson(server.database)
  client = await server.signIn(person.id)
})

const entries = (kind: string) =>
  server.database
    .query<{ entry: Record<string, unknown> }>(
      'select entry from journal_entry where advisor_id = $1 and kind = $2 order by id',
      [person.id, kind],
    )
    .then(({ rows }) => rows.map(({ entry }) => entry))

const ageSignIn = (minutes: number) =>
  server.owner.query(
    `update app_session set signed_in_at = now() - make_interval(mins => $2) where advisor_id = $1`,
    [person.id, minutes],
  )

describe('the profile', () => {
  it('204: changes the given fields, and the journal has the previous values', async () => {
    const body = { name: 'Avery Q. Stone', timeZone: 'America/Chicago' }
    expect((await client.call(appOperations.updateProfile, { body })).status).toBe(204)
    expect(await client.ok(appOperations.getMe)).toMatchObject(body)
    expect(await entries('advisor.changed')).toMatchObject([
      {
        actor: { kind: 'advisor' },
        facts: { before: { name: 'Avery Stone' }, after: { name: 'Avery Q. Stone' }, hasNewPassword: false },
      },
    ])
  })

  it.each([
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+05:00' },
    { name: '' },
    { name: ' Avery' },
    { name: 'Avery\u202egnp' },
  ])('400: refuses %j', async body => {
    const { status, problem } = await client.call(appOperations.updateProfile, { body })
    expect([status, problem.code]).toEqual([400, 'invalid_request'])
  })

  it('ignores fields that the advisor may not set', async () => {
    const body = { email: 'evil@evil.test', active: false, firmId: 1, password: 'a good new password' }
    await client.ok(appOperations.updateProfile, { body })
    expect(await client.ok(appOperations.getMe)).toMatchObject({ email: person.email })
    expect(await verify(password)).toBe(true)
  })
})

async function verify(tried: string): Promise<boolean> {
  const { rows } = await server.database.query<{ hash: string }>(
    'select password_hash as hash from advisor where id = $1',
    [person.id],
  )
  return verifyPassword(tried, rows[0]?.hash ?? null)
}

describe('the password', () => {
  const next = 'another good password'
  const change = (body: object, who = client) => who.call(appOperations.changePassword, { body })

  it('204: changes with the current password; every other session ends, and this one continues with a new token', async () => {
    const other = await server.signIn(person.id)
    await server.owner.query(
      `insert into oauth_artifact (model, id, payload, uid) values ('Session', $1, $2, $1)`,
      [`session of ${person.identifier}`, { accountId: person.identifier }],
    )
    const answer = await change({ currentPassword: password, newPassword: next })
    expect(answer.status).toBe(204)
    expect(await verify(next)).toBe(true)
    expect((await other.call(appOperations.getMe)).status).toBe(401)
    expect((await client.call(appOperations.getMe)).status).toBe(401)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^parley_app=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
    const renewed = await callApp(server.origin, cookie.split(';')[0], appOperations.getMe)
    expect(renewed.status).toBe(200)
    const { rows } = await server.database.query(
      `select from oauth_artifact where model = 'Session' and payload->>'accountId' = $1`,
      [person.identifier],
    )
    expect(rows).toEqual([])
    const [entry] = await entries('advisor.changed')
    expect(entry).toMatchObject({ facts: { hasNewPassword: true } })
    expect(JSON.stringify(entry)).not.toMatch(/argon2|another good/)
  })

  it('400: does not change without the current password, or to one that is too short or common', async () => {
    for (const body of [
      { currentPassword: 'wrong', newPassword: next },
      { newPassword: next },
      { currentPassword: password, newPassword: 'short' },
      { currentPassword: password, newPassword: 'passwordpassword' },
    ]) {
      const { status, problem } = await change(body)
      expect([status, problem.code]).toEqual([400, 'invalid_request'])
    }
    expect(await verify(password)).toBe(true)
  })

  it('429: cannot be guessed in a session that was left open', async () => {
    await change({ currentPassword: 'wrong', newPassword: next })
    // As after fifteen failures: on a slow machine the first pauses would pass between two attempts.
    await server.owner.query('update sign_in_failure set failures = 15, last_failed_at = now()')
    const slowed = await change({ currentPassword: password, newPassword: next })
    expect([slowed.status, slowed.problem.code]).toEqual([429, 'rate_limited'])
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await verify(password)).toBe(true)
  })

  it('is set for the first time soon after a sign-in, and not later', async () => {
    person = await addPerson(server.database, { password: undefined })
    client = await server.signIn(person.id)
    await ageSignIn(11)
    const late = await change({ newPassword: next })
    expect([late.status, late.problem.details]).toEqual([403, { signInAgain: true }])
    await ageSignIn(9)
    expect((await change({ newPassword: next })).status).toBe(204)
    expect(await verify(next)).toBe(true)
  })
})

const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}

describe('passkeys', () => {
  it('403: can be added and removed only soon after a sign-in', async () => {
    await ageSignIn(11)
    const answers = [
      await client.call(appOperations.startPasskey),
      await client.call(appOperations.addPasskey, { body: { name: 'Laptop', credential } }),
      await client.call(appOperations.removePasskey, { params: { passkeyId: 'a'.repeat(64) } }),
    ]
    for (const { status, problem } of answers) {
      expect([status, problem.details]).toEqual([403, { signInAgain: true }])
    }
  })

  it('400: are refused without a challenge', async () => {
    const someone = await addPerson(local.database)
    const their = await local.signIn(someone.id)
    for (const body of [
      { name: 'Laptop', credential },
      { name: ' ', credential },
      { name: 'Laptop', credential: {} },
    ]) {
      expect((await their.call(appOperations.addPasskey, { body })).status).toBe(400)
    }
    await their.ok(appOperations.startPasskey)
    expect(
      (await their.call(appOperations.addPasskey, { body: { name: 'Laptop', credential } })).status,
    ).toBe(400)
  })

  it('409: are not possible if the origin is an IP address', async () => {
    expect((await client.call(appOperations.startPasskey)).status).toBe(409)
    expect((await client.ok(appOperations.getMe)).offersPasskeys).toBe(false)
  })

  it('are listed, and can be removed except for the last sign-in method', async () => {
    await server.owner.query(
      `insert into passkey (advisor_id, credential_id, public_key, counter, transports, name)
       select $1::bigint, 'credential ' || $1::bigint || n, '\\x00', 0, '{}', 'Key ' || n from generate_series(1, 2) as n`,
      [person.id],
    )
    const { data } = await client.ok(appOperations.listPasskeys)
    expect(data.map(({ name }) => name)).toEqual(['Key 1', 'Key 2'])
    const remove = (passkeyId: string | undefined) =>
      client.call(appOperations.removePasskey, { params: { passkeyId: passkeyId ?? '' } })
    expect((await remove('b'.repeat(64))).status).toBe(404)
    expect((await remove(data[0]?.passkeyId)).status).toBe(204)
    expect(await entries('passkey.removed')).toMatchObject([{ facts: { name: 'Key 1' } }])
    await server.owner.query('update advisor set password_hash = null where id = $1', [person.id])
    expect((await remove(data[1]?.passkeyId)).status).toBe(409)
    expect((await client.ok(appOperations.listPasskeys)).data).toHaveLength(1)
  })
})

describe('in a browser', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    page = await openPage(browser)
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  })
  afterAll(() => closeContexts(browser))

  it('an advisor signs in with a password, adds a passkey, signs out and signs in with it', async () => {
    const someone = await addPerson(local.database)
    await page.goto(`${local.origin}/app/sign-in?to=/app/settings`)
    await page.getByLabel('Email').fill(someone.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${local.origin}/app/settings`)
    const added = await page.evaluate(`(async () => {
      const ask = (path, method, body) => fetch('/app/api' + path, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const { options } = await (await ask('/passkeys/options', 'POST')).json()
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const credential = (await navigator.credentials.create({ publicKey })).toJSON()
      const saved = await ask('/passkeys', 'POST', { name: 'This laptop', credential })
      // Not awaited: the page navigates away by itself when it learns that its session has ended.
      void ask('/session', 'DELETE')
      return saved.status
    })()`)
    expect(added).toBe(200)
    await page.waitForURL(`${local.origin}/app/sign-in?to=*`)
    await page.goto(`${local.origin}/app/sign-in?to=/app/contacts`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${local.origin}/app/contacts`)
    const me = await page.evaluate(`fetch('/app/api/me').then(answer => answer.json())`)
    expect(me).toMatchObject({ email: someone.email, offersPasskeys: true })
    const { rows } = await local.database.query<object>(
      `select name, last_used_at is not null as "isUsed" from passkey where advisor_id = $1`,
      [someone.id],
    )
    expect(rows).toEqual([{ name: 'This laptop', isUsed: true }])
  })
})
