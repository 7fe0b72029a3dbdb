// Both kinds of session in one browser: that of the app, and that in which applications are allowed.
import { setTimeout as sleep } from 'node:timers/promises'
import { appBase } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { guardSettings } from '../../../test/servers/guard.ts'
import {
  type Answer,
  addPartner,
  addPerson,
  authorizationPath,
  FormBrowser,
  password,
  tokenOf,
} from '../../../test/servers/sign-in-server.ts'
import { createApp } from '../../app.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { changeAdvisor } from '../people/change-advisor.ts'
import { changeFirm } from '../people/change-firm.ts'
import { endAllSessions } from './end-all-sessions.ts'

const { database } = await useTestDatabase()
let app: HttpServer
let partner: Awaited<ReturnType<typeof addPartner>>
let person: Awaited<ReturnType<typeof addPerson>>

beforeAll(async () => {
  app = await createApp({
    config: {
      ...guardSettings,
      environment: 'sandbox',
      publicOrigin: 'http://localhost:8080',
      cell: 1,
      trustedProxies: [],
      secretKey: Buffer.alloc(32, 1),
    },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })
  partner = await addPartner(database)
})
beforeEach(async () => {
  person = await addPerson(database)
})
afterAll(() => app.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const own = { 'sec-fetch-site': 'same-origin', 'user-agent': firefox }
const call = (browser: FormBrowser, method: 'GET' | 'DELETE', path: string): Promise<Answer> =>
  browser.send(method, `${appBase}${path}`, own)

async function signInToApp(browser: FormBrowser): Promise<void> {
  const page = await browser.send('GET', '/app/sign-in', own)
  const body = new URLSearchParams({ token: tokenOf(page), email: person.email, password }).toString()
  const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await browser.send('POST', '/app/sign-in', headers, body)).status).toBe(303)
}

/** Signs in to allow an application, and stops there. */
async function signInToAllow(browser: FormBrowser): Promise<Answer> {
  const page = await browser.open(authorizationPath(partner))
  return browser.follow(await browser.submit(page, 'sign-in', { email: person.email, password }))
}

const isAsked = async (browser: FormBrowser): Promise<'to allow' | 'to sign in'> => {
  const { body } = await browser.open(authorizationPath(partner))
  return body.includes('will be able to') ? 'to allow' : 'to sign in'
}
const isIn = async (browser: FormBrowser): Promise<boolean> =>
  (await call(browser, 'GET', '/me')).status === 200

async function signedInTwice(): Promise<FormBrowser> {
  const browser = new FormBrowser({ app })
  await signInToApp(browser)
  await signInToAllow(browser)
  expect([await isIn(browser), await isAsked(browser)]).toEqual([true, 'to allow'])
  return browser
}

interface Listed {
  readonly sessionId: string
  readonly purpose: string
  readonly browser?: string
  readonly isCurrent: boolean
}
const list = async (browser: FormBrowser): Promise<Listed[]> =>
  (JSON.parse((await call(browser, 'GET', '/sessions')).body) as { data: Listed[] }).data

describe('one sign-out', () => {
  it('ends both: the next person at the browser must sign in to authorize an application', async () => {
    const browser = await signedInTwice()
    const elsewhere = await signedInTwice()
    const signedOut = await call(browser, 'DELETE', '/session')
    expect(signedOut.status).toBe(204)
    const cleared = [signedOut.headers['set-cookie']].flat()
    expect(cleared).toEqual(
      ['parley_app', 'parley_session', 'parley_session.sig'].map(name =>
        expect.stringMatching(new RegExp(`^${name.replace('.', '\\.')}=; Max-Age=0; Path=/; HttpOnly;`)),
      ),
    )
    expect([await isIn(browser), await isAsked(browser)]).toEqual([false, 'to sign in'])
    expect([await isIn(elsewhere), await isAsked(elsewhere)]).toEqual([true, 'to allow'])
  })

  it('disables an authorization page that is still open in another window', async () => {
    const browser = await signedInTwice()
    const allowPage = await browser.open(authorizationPath(partner))
    await call(browser, 'DELETE', '/session')
    const answer = await browser.submit(allowPage, 'allow')
    expect(answer.status).toBe(404)
    const { rows } = await database.query('select from authorization_grant where advisor_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([])
  })
})

describe('sessions stay ended', () => {
  it.each([
    ['the advisor', (active: boolean) => changeAdvisor(database, person.id, { active })],
    ['the firm', (active: boolean) => changeFirm(database, person.firmId, { active })],
  ])('when %s is disabled and enabled again', async (_who, setActive) => {
    const browser = await signedInTwice()
    await sleep(1_000) // sign-ins are dated to the second
    await setActive(false)
    await setActive(true)
    expect([await isIn(browser), await isAsked(browser)]).toEqual([false, 'to sign in'])
    await signInToApp(browser)
    expect(await isIn(browser)).toBe(true)
  })

  it('also if a running request writes its session again', async () => {
    const browser = await signedInTwice()
    const { rows: running } = await database.query<{
      model: string
      id: string
      payload: object
      uid: string
    }>(
      `select model, id, payload, uid from oauth_artifact where model = 'Session' and payload->>'accountId' = $1`,
      [person.identifier],
    )
    await sleep(1_000)
    const actor = { kind: 'operator', name: 'sam' } as const
    const author = { personId: person.id, owner: { advisorId: person.id }, actor, traceId: null }
    expect(await endAllSessions(database, author)).toBe(2)
    for (const { model, id, payload, uid } of running) {
      await database.query(
        `insert into oauth_artifact (model, id, payload, uid, expires_at) values ($1, $2, $3, $4, now() + interval '1 h')`,
        [model, id, payload, uid],
      )
    }
    expect(await isAsked(browser)).toBe('to sign in')
  })

  it('for an advisor who has signed in but not returned yet', async () => {
    const browser = new FormBrowser({ app })
    const page = await browser.open(authorizationPath(partner))
    const signedIn = await browser.submit(page, 'sign-in', { email: person.email, password })
    await sleep(1_000)
    await changeAdvisor(database, person.id, { active: false })
    await changeAdvisor(database, person.id, { active: true })
    await sleep(1_000)
    expect((await browser.follow(signedIn)).body).not.toContain('will be able to')
  })

  it('for a sign-in whose password was just verified', async () => {
    const browser = new FormBrowser({ app })
    const page = await browser.send('GET', '/app/sign-in', own)
    const body = new URLSearchParams({ token: tokenOf(page), email: person.email, password }).toString()
    const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' }
    const entering = browser.send('POST', '/app/sign-in', headers, body)
    await changeAdvisor(database, person.id, { active: false })
    await entering
    await changeAdvisor(database, person.id, { active: true })
    expect(await isIn(browser)).toBe(false)
  })
})

describe('sessions of an advisor', () => {
  it('are listed, the current browser first, and only the advisor’s own', async () => {
    const stranger = person
    await signedInTwice()
    person = await addPerson(database)
    const [browser] = [await signedInTwice(), await signedInTwice()]
    const sessions = await list(browser)
    expect(sessions.map(({ purpose, isCurrent }) => [purpose, isCurrent])).toEqual([
      ['app', true],
      ['applications', true],
      ['app', false],
      ['applications', false],
    ])
    expect(sessions[0]).toMatchObject({
      browser: 'Firefox on Windows',
      dateTimeSignedIn: expect.any(String),
      dateTimeUsed: expect.any(String),
      dateTimeExpires: expect.any(String),
    })
    expect(stranger.id).not.toBe(person.id)
  })

  it('end one by one, each with a journal entry', async () => {
    const [browser, other] = [await signedInTwice(), await signedInTwice()]
    const others = (await list(browser)).filter(({ isCurrent }) => !isCurrent)
    for (const { sessionId } of others) {
      expect((await call(browser, 'DELETE', `/sessions/${sessionId}`)).status).toBe(204)
      expect((await call(browser, 'DELETE', `/sessions/${sessionId}`)).status).toBe(404)
    }
    expect([await isIn(other), await isAsked(other)]).toEqual([false, 'to sign in'])
    expect([await isIn(browser), await isAsked(browser)]).toEqual([true, 'to allow'])
    const { rows } = await database.query(
      `select entry->'actor' as actor from journal_entry where advisor_id = $1 and kind = 'sessions.ended'`,
      [person.id],
    )
    expect(rows).toEqual(others.map(() => ({ actor: { kind: 'advisor' } })))
  })

  it('of others cannot be ended', async () => {
    const victim = await signedInTwice()
    const sessions = await list(victim)
    person = await addPerson(database)
    const attacker = await signedInTwice()
    for (const { sessionId } of sessions) {
      expect((await call(attacker, 'DELETE', `/sessions/${sessionId}`)).status).toBe(404)
    }
    expect([await isIn(victim), await isAsked(victim)]).toEqual([true, 'to allow'])
  })

  it('end all at once except for the current one', async () => {
    const [browser, other] = [await signedInTwice(), await signedInTwice()]
    await sleep(1_000)
    expect((await call(browser, 'DELETE', '/sessions')).status).toBe(204)
    expect([await isIn(browser), await isIn(other), await isAsked(other)]).toEqual([
      true,
      false,
      'to sign in',
    ])
    expect(await list(browser)).toMatchObject([{ purpose: 'app', isCurrent: true }])
  })
})
