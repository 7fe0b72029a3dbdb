import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { closeContexts, launchBrowser, openPage } from '../../../../test/processes/browser.ts'
import { type PartnerSite, startPartnerSite } from '../../../../test/servers/partner-site.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  type SignInServer,
  startSignInServer,
} from '../../../../test/servers/sign-in-server.ts'
import { endAllSessions } from '../../sessions/end-all-sessions.ts'
import { startSession } from '../../sessions/start-session.ts'
import { finishPasskeyRegistration } from './finish-passkey-registration.ts'
import { finishPasskeySignIn } from './finish-passkey-sign-in.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { startPasskeyRegistration } from './start-passkey-registration.ts'
import { startPasskeySignIn } from './start-passkey-sign-in.ts'

const { database, owner } = await useTestDatabase()
let server: SignInServer
let browser: Browser
let site: PartnerSite
let page: Page
let address: string
let us: RelyingParty
let advisor: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  ;[browser, server, site] = await Promise.all([
    launchBrowser(),
    startSignInServer({ database }),
    startPartnerSite(),
  ])
  const found = relyingPartyOf(server.origin)
  if (!found) throw new Error('no passkeys at localhost')
  us = found
  const partner = await addPartner(database, { redirectUri: site.redirectUri })
  address = `${server.origin}${authorizationPath(partner)}`
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
  await page.goto(address)
  advisor = await addPerson(database)
  await register(await createPasskey(advisor))
})
afterAll(async () => {
  await closeContexts(browser)
  await server.app.close()
  await site.close()
})
beforeEach(async () => {
  await page.context().clearCookies()
  await page.goto(address)
})

/** Registers a passkey as the settings page does. */
async function createPasskey(who: typeof advisor): Promise<unknown> {
  const options = await startPasskeyRegistration(database, us, who)
  return page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)})
    return (await navigator.credentials.create({ publicKey })).toJSON()
  })()`)
}

const sessionOf = async ({ id }: typeof advisor): Promise<number> =>
  (await startSession(database, { personId: id, proof: { means: 'firm' } })).session.id

const register = async (response: unknown, who = advisor, sessionId?: number) =>
  finishPasskeyRegistration(
    database,
    us,
    { personId: who.id, owner: { advisorId: who.id }, actor: { kind: 'advisor' }, traceId: null },
    { response, name: 'Laptop', sessionId: sessionId ?? (await sessionOf(who)) },
  )

/** The authenticator's response to a challenge. */
async function answer(options: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> {
  return page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})
    return (await navigator.credentials.get({ publicKey })).toJSON()
  })()`)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('in the browser', () => {
  it('a passkey signs in without e-mail or password, and the flow continues', async () => {
    await button('Sign in with a passkey').click()
    await button('Allow').click()
    await page.waitForURL(`${site.home}/connected`)
    expect(site.callbacks.at(-1)?.has('code')).toBe(true)
    const { rows } = await database.query('select last_used_at from passkey where advisor_id = $1', [
      advisor.id,
    ])
    expect(rows[0].last_used_at).toBeInstanceOf(Date)
  })

  it('a rejected passkey leaves the page unchanged, with a message for screen readers', async () => {
    await database.query('update advisor set active = false where id = $1', [advisor.id])
    await button('Sign in with a passkey').click()
    const message = page.getByText('The passkey was not accepted.')
    await message.waitFor()
    expect(await message.getAttribute('role')).toBe('status')
    expect(await button('Sign in with a passkey').isEnabled()).toBe(true)
    await database.query('update advisor set active = true where id = $1', [advisor.id])
    await button('Sign in with a passkey').click()
    await button('Allow').waitFor()
  })
})

describe('the endpoints of the page script', () => {
  const ask = async (action: string, headers: Record<string, string>): Promise<number> =>
    page.evaluate(`fetch(document.querySelector('#passkey').dataset.address + '/${action}', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...${JSON.stringify(headers)} },
      body: '{}',
    }).then(answer => answer.status)`)
  const token = (): Promise<string> => page.evaluate(`document.querySelector('#passkey').dataset.token`)

  it.each(['options', 'verify'])('return 403 for %s without the form’s token', async action => {
    expect(await ask(action, {})).toBe(403)
    expect(await ask(action, { 'x-form-token': 'wrong' })).toBe(403)
  })

  it('return 403 for an invalid passkey, and 404 after the interaction has expired', async () => {
    expect(await ask('verify', { 'x-form-token': await token() })).toBe(403)
    await database.query(`delete from oauth_artifact where model = 'Interaction'`)
    expect(await ask('options', { 'x-form-token': await token() })).toBe(404)
  })
})

describe('a sign-in', () => {
  const begin = async (interaction: string) => answer(await startPasskeySignIn(database, us, interaction))

  it('names the advisor, once for each challenge', async () => {
    const response = await begin('a')
    expect(await finishPasskeySignIn(database, us, 'a', response)).toMatchObject({ id: advisor.id })
    expect(await finishPasskeySignIn(database, us, 'a', response)).toBeUndefined()
  })

  it('is refused for another interaction, and an attempt uses the challenge up', async () => {
    const response = await begin('b')
    await startPasskeySignIn(database, us, 'c')
    expect(await finishPasskeySignIn(database, us, 'c', response)).toBeUndefined()
    expect(await finishPasskeySignIn(database, us, 'b', { ...response, id: 'unknown' })).toBeUndefined()
    expect(await finishPasskeySignIn(database, us, 'b', response)).toBeUndefined()
  })

  it('is refused when the challenge is too old', async () => {
    const response = await begin('d')
    await database.query(`update oauth_artifact set expires_at = now() where model = 'PasskeyChallenge'`)
    expect(await finishPasskeySignIn(database, us, 'd', response)).toBeUndefined()
  })

  it('is refused when the counter went back: somebody has a copy', async () => {
    const { rows } = await database.query('select counter from passkey where advisor_id = $1', [advisor.id])
    await database.query('update passkey set counter = 1000000 where advisor_id = $1', [advisor.id])
    expect(await finishPasskeySignIn(database, us, 'e', await begin('e'))).toBeUndefined()
    await database.query('update passkey set counter = $2 where advisor_id = $1', [
      advisor.id,
      rows[0].counter,
    ])
    expect(await finishPasskeySignIn(database, us, 'e', await begin('e'))).toMatchObject({ id: advisor.id })
  })

  it('is refused for one of two concurrent uses with the same counter: one of them is a copy', async () => {
    const holding = await owner.connect()
    await holding.query('begin')
    const responses = [await begin('one'), await begin('two')]
    await holding.query('select from passkey where advisor_id = $1 for update', [advisor.id])
    const signIns = ['one', 'two'].map((name, index) =>
      finishPasskeySignIn(database, us, name, responses[index]),
    )
    // Both were verified against the old counter, and now wait to write.
    await expect
      .poll(async () => (await owner.query('select from pg_locks where not granted')).rows.length, {
        timeout: 80_000,
      })
      .toBe(2)
    await holding.query('commit')
    holding.release()
    const entered = await Promise.all(signIns)
    expect(entered.filter(one => one !== undefined)).toHaveLength(1)
  })

  it.each(['advisor', 'firm'])('is refused when the %s is disabled', async table => {
    const id = table === 'firm' ? advisor.firmId : advisor.id
    await database.query(`update ${table} set active = false where id = $1`, [id])
    expect(await finishPasskeySignIn(database, us, 'f', await begin('f'))).toBeUndefined()
    await database.query(`update ${table} set active = true where id = $1`, [id])
  })

  it('is refused for another site, another account and an altered response', async () => {
    const elsewhere = { ...us, id: 'elsewhere.example' }
    const otherOrigin = { ...us, origin: 'https://elsewhere.example' }
    expect(await finishPasskeySignIn(database, elsewhere, 'g', await begin('g'))).toBeUndefined()
    expect(await finishPasskeySignIn(database, otherOrigin, 'g', await begin('g'))).toBeUndefined()
    const alter = async (changed: Partial<AuthenticationResponseJSON['response']>) => {
      const response = await begin('g')
      const altered = { ...response, response: { ...response.response, ...changed } }
      return finishPasskeySignIn(database, us, 'g', altered)
    }
    expect(await alter({ userHandle: 'YWR2aXNvciAy' })).toBeUndefined()
    expect(await alter({ signature: 'AAAA' })).toBeUndefined()
    expect(await alter({ authenticatorData: 'AAAA' })).toBeUndefined()
    expect(await alter({})).toMatchObject({ id: advisor.id })
  })

  it.each([
    null,
    'text',
    {},
    { id: 'x' },
    { id: 'x'.repeat(2_000), response: {} },
    { id: 'x', response: null },
  ])('is refused for %j', async response => {
    await startPasskeySignIn(database, us, 'h')
    expect(await finishPasskeySignIn(database, us, 'h', response)).toBeUndefined()
  })
})

describe('a registration', () => {
  it('stores the public key, and allows no second passkey on the same authenticator', async () => {
    const { rows } = await database.query('select * from passkey where advisor_id = $1', [advisor.id])
    expect(rows).toEqual([
      expect.objectContaining({ name: 'Laptop', transports: ['internal'], public_key: expect.any(Buffer) }),
    ])
    const { excludeCredentials } = await startPasskeyRegistration(database, us, advisor)
    expect(excludeCredentials).toEqual([expect.objectContaining({ id: rows[0].credential_id })])
  })

  it('is refused if replayed, meant for another advisor, or not requested', async () => {
    const [one, two] = [await addPerson(database), await addPerson(database)]
    const response = await createPasskey(one)
    await startPasskeyRegistration(database, us, two)
    await expect(register(response, two)).rejects.toMatchObject({ code: 'invalid_request' })
    await register(response, one)
    await expect(register(response, one)).rejects.toMatchObject({ code: 'invalid_request' })
    await startPasskeyRegistration(database, us, one)
    await expect(register({ id: 'x' }, one)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is refused if the session has ended since it was requested, or is somebody else’s', async () => {
    const [one, two] = [await addPerson(database), await addPerson(database)]
    const ended = await sessionOf(one)
    const response = await createPasskey(one)
    const actor = { kind: 'operator', name: 'sam' } as const
    await endAllSessions(database, { personId: one.id, owner: { advisorId: one.id }, actor, traceId: null })
    await expect(register(response, one, ended)).rejects.toMatchObject({ code: 'unauthorized' })
    const next = await createPasskey(one)
    await expect(register(next, one, await sessionOf(two))).rejects.toMatchObject({ code: 'unauthorized' })
    const { rows } = await database.query('select from passkey where advisor_id = $1', [one.id])
    expect(rows).toEqual([])
  })
})

describe('passkeys', () => {
  it.each([
    ['https://texting.example.org', 'texting.example.org'],
    ['https://texting.example.org:8443', 'texting.example.org'],
    ['http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8080', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::1]', undefined],
    ['http://texting.example.org', undefined],
  ])('at %s belong to %s', (origin, id) => {
    expect(relyingPartyOf(origin)?.id).toBe(id)
  })
})
