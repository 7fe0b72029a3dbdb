// Signing in at the provider of a firm. The providers are oidc-provider, each in a process of its own.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addStaff } from '../../../../test/people/staff.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { cookiesOf, sameOrigin, sessionOf, signingIn } from '../../../../test/servers/app-sign-in.ts'
import {
  atProvider,
  back,
  type Firm,
  factsOf,
  prepareFirm,
  type Started,
  signInAtFirm,
  startAt,
  stopProviders,
} from '../../../../test/servers/firm-sign-in.ts'
import { TestBrowser } from '../../../../test/servers/oauth-server.ts'
import { addPartner, authorizationPath, password } from '../../../../test/servers/sign-in-server.ts'
import { issueBreakGlass } from './break-glass.ts'
import { proofTextOf } from './domain-proof.ts'
import { redirectUriOf } from './start-firm-sign-in.ts'
import { verifyDomain } from './verify-domain.ts'

let server: AdvisorApp
let harbor: Firm
let other: Firm

beforeAll(async () => {
  server = await startAdvisorApp()
  ;[harbor, other] = await Promise.all([
    prepareFirm(server, 'harbor.example'),
    prepareFirm(server, 'other.example'),
  ])
})
afterAll(async () => {
  stopProviders()
  await server.close()
})

let names = 0
const addAuditor = (firm: Firm) => {
  names += 1
  return addStaff(server.database, {
    firmId: firm.firmId,
    roles: ['auditor'],
    email: `kim${names}@${firm.domain}`,
    password,
  })
}

it('the first sign-in links by verified e-mail address, later ones go by subject', async () => {
  const kim = await addAuditor(harbor)
  const entered = await signInAtFirm(server, harbor, { sub: 'kim-1', email: kim.email })
  expect(entered.status).toBe(200)
  expect(await entered.text()).toContain('url=/firm')
  const cookie = sessionOf(entered)
  const page = await fetch(`${server.origin}/firm`, { headers: { cookie }, redirect: 'manual' })
  expect(page.status).toBe(200)
  // The provider has renamed the address, or does not vouch for it any more: the subject counts.
  const again = await signInAtFirm(server, harbor, {
    sub: 'kim-1',
    email: `new-${kim.email}`,
    email_verified: false,
  })
  expect(again.status).toBe(200)
  const used = await factsOf(server, harbor.firmId, 'firm_sign_in.used')
  expect(used.at(-1)).toEqual({ issuer: harbor.issuer, acr: 'urn:example:two-factors', amr: ['pwd', 'otp'] })
  expect(await factsOf(server, harbor.firmId, 'firm_sign_in.linked')).toHaveLength(1)
})

it('an advisor signs in to connect an application', async () => {
  const { rows } = await server.database.query<{ email: string }>(
    'update advisor set email = $2 where id = $1 returning email',
    [harbor.advisor.advisorId, 'avery@harbor.example'],
  )
  await harbor.setPerson({ sub: 'avery', email: rows[0]?.email ?? '' })
  const partner = await addPartner(server.database)
  const browser = new TestBrowser()
  const page = await browser.visit(`${server.origin}${authorizationPath(partner)}`)
  const [, query = ''] = /href="\/sign-in\/firm(\?interaction=[\w-]+)"/.exec(page.body) ?? []
  const started = await startAt(server, 'avery@harbor.example', query)
  const answer = await back(await atProvider(started), started)
  const [, next = ''] = /content="0;url=([^"]+)"/.exec(await answer.text()) ?? []
  browser.cookies.set(...(started.browser.split('=') as [string, string]))
  const allow = await browser.visit(`${server.origin}${next.replaceAll('&#38;', '&')}`)
  expect(allow.body).toContain('will be able to')
})

it('the proof of a domain is on record', async () => {
  const entries = await factsOf(server, harbor.firmId, 'firm_sign_in.domain_verified')
  expect(entries).toEqual([{ domain: 'harbor.example' }])
})

it('tells nothing about people: an address leads on by its domain alone', async () => {
  const kim = await addAuditor(harbor)
  const known = await startAt(server, kim.email)
  const unknown = await startAt(server, 'nobody@harbor.example')
  const shape = ({ answer }: Started) => [
    answer.status,
    new URL(answer.headers.get('location') ?? '').pathname,
  ]
  expect(shape(unknown)).toEqual(shape(known))
  const elsewhere = await startAt(server, 'kim@nowhere.example')
  expect(elsewhere.answer.status).toBe(422)
  expect(await elsewhere.answer.text()).toContain('No firm has set up its own sign-in')
})

describe('refused:', () => {
  const sentences = [
    'did not confirm your email address',
    'did not confirm who you are',
    'expired or was started in another browser',
    'no access here',
  ]
  /** What the browser gets: status, whether a session starts, and what the page says. */
  const outcomeOf = async (answer: Response): Promise<unknown[]> => {
    const text = await answer.text()
    return [answer.status, cookiesOf(answer).has('parley_app'), sentences.find(each => text.includes(each))]
  }

  it('an e-mail address that the provider does not vouch for', async () => {
    const kim = await addAuditor(harbor)
    const answer = await signInAtFirm(server, harbor, {
      sub: 'unverified',
      email: kim.email,
      email_verified: false,
    })
    expect(await outcomeOf(answer)).toEqual([403, false, 'did not confirm your email address'])
  })

  it('somebody whom nobody has added', async () => {
    expect(
      await outcomeOf(await signInAtFirm(server, harbor, { sub: 'new', email: 'new@harbor.example' })),
    ).toEqual([403, false, 'no access here'])
    const { rows } = await server.database.query(`select from person where email = 'new@harbor.example'`)
    expect(rows).toEqual([])
  })

  it('a person of another firm, and an address in a domain that is not proved', async () => {
    const victim = await addAuditor(other)
    expect(
      await outcomeOf(await signInAtFirm(server, harbor, { sub: 'thief', email: victim.email })),
    ).toEqual([403, false, 'no access here'])
    const outside = await addStaff(server.database, {
      firmId: harbor.firmId,
      roles: ['auditor'],
      email: 'out@elsewhere.example',
    })
    expect(
      await outcomeOf(await signInAtFirm(server, harbor, { sub: 'outside', email: outside.email })),
    ).toEqual([403, false, 'no access here'])
  })

  it('a domain of another firm', async () => {
    const { firmId } = harbor
    await server.database.query(
      `insert into sign_in_domain (firm_id, domain, proof) values ($1, 'other.example', 'x')`,
      [firmId],
    )
    const verifying = verifyDomain(server.database, async () => [proofTextOf('x')], {
      firmId,
      domain: 'other.example',
    })
    await expect(verifying).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another firm'),
    })
    const unproved = verifyDomain(server.database, async () => ['parley-domain=y'], {
      firmId,
      domain: 'other.example',
    })
    await expect(unproved).rejects.toMatchObject({ code: 'conflict' })
  })

  it('another subject with the same address', async () => {
    const kim = await addAuditor(harbor)
    expect((await signInAtFirm(server, harbor, { sub: `first-${kim.id}`, email: kim.email })).status).toBe(
      200,
    )
    expect(
      await outcomeOf(await signInAtFirm(server, harbor, { sub: `second-${kim.id}`, email: kim.email })),
    ).toEqual([403, false, 'no access here'])
  })

  it('an answer that is used twice, a code with another state, and another browser', async () => {
    const kim = await addAuditor(harbor)
    await harbor.setPerson({ sub: `replay-${kim.id}`, email: kim.email })
    const started = await startAt(server, kim.email)
    const callback = await atProvider(started)
    const stranger = await startAt(server, kim.email)
    expect(await outcomeOf(await back(callback, stranger))).toEqual([
      403,
      false,
      'expired or was started in another browser',
    ])
    expect((await back(callback, started)).status).toBe(200)
    expect(await outcomeOf(await back(callback, started))).toEqual([
      403,
      false,
      'expired or was started in another browser',
    ])
    const mixed = new URL(callback)
    const later = await startAt(server, kim.email)
    mixed.searchParams.set(
      'state',
      new URL(later.answer.headers.get('location') ?? '').searchParams.get('state') ?? '',
    )
    expect(await outcomeOf(await back(mixed, later))).toEqual([403, false, 'did not confirm who you are'])
  })

  it('a wrong nonce', async () => {
    const kim = await addAuditor(harbor)
    await harbor.setPerson({ sub: `nonce-${kim.id}`, email: kim.email })
    const started = await startAt(server, kim.email)
    const callback = await atProvider(started)
    await server.database.query(`update firm_sign_in_attempt set nonce = 'another'`)
    expect(await outcomeOf(await back(callback, started))).toEqual([
      403,
      false,
      'did not confirm who you are',
    ])
  })

  it('an answer of another provider', async () => {
    const kim = await addAuditor(harbor)
    for (const firm of [harbor, other]) await firm.setPerson({ sub: `mix-${kim.id}`, email: kim.email })
    const started = await startAt(server, kim.email)
    const callback = await atProvider(started)
    callback.searchParams.set('iss', other.issuer)
    expect(await outcomeOf(await back(callback, started))).toEqual([
      403,
      false,
      'did not confirm who you are',
    ])
    // Without its issuer, which the provider always sends.
    const second = await startAt(server, kim.email)
    const without = await atProvider(second)
    without.searchParams.delete('iss')
    expect(await outcomeOf(await back(without, second))).toEqual([403, false, 'did not confirm who you are'])
    // At the address of the other firm.
    const third = await startAt(server, kim.email)
    const elsewhere = await atProvider(third)
    elsewhere.pathname = new URL(redirectUriOf(server.origin, other.firmId)).pathname
    expect(await outcomeOf(await back(elsewhere, third))).toEqual([
      403,
      false,
      'expired or was started in another browser',
    ])
  })

  it('an ID token that none of the published keys has signed', async () => {
    const firm = await prepareFirm(server, 'keys.example')
    const kim = await addAuditor(firm)
    const who = { sub: `keys-${kim.id}`, email: kim.email }
    await firm.setPerson({ ...who, hasForeignKeys: true })
    const started = await startAt(server, kim.email)
    expect(await outcomeOf(await back(await atProvider(started), started))).toEqual([
      403,
      false,
      'did not confirm who you are',
    ])
  })

  it('a person who is disabled', async () => {
    const kim = await addAuditor(harbor)
    await server.database.query('update person set active = false where id = $1', [kim.id])
    expect(
      await outcomeOf(await signInAtFirm(server, harbor, { sub: `gone-${kim.id}`, email: kim.email })),
    ).toEqual([403, false, 'no access here'])
  })
})

describe('only by the firm’s sign-in', () => {
  it('ends sessions, refuses passwords, lets the provider and a one-time link in', async () => {
    const kim = await addAuditor(other)
    const before = await signingIn(server, kim).signIn()
    expect(before.status).toBe(303)
    const held = await server.signIn(kim.id)
    await other.set(true)
    expect((await held.call(appOperations.getPerson)).status).toBe(401)
    expect((await signingIn(server, kim).signIn()).status).toBe(422)
    expect((await signInAtFirm(server, other, { sub: `only-${kim.id}`, email: kim.email })).status).toBe(200)

    const secret = await issueBreakGlass(server.database, { personId: kim.id, environment: 'sandbox' })
    const opened = await fetch(`${server.origin}/sign-in/once?link=${secret}`)
    expect(await opened.text()).toContain('Sign in once')
    const use = () =>
      fetch(`${server.origin}/sign-in/once`, {
        method: 'POST',
        headers: { ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token: secret }),
        redirect: 'manual',
      })
    const entered = await use()
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/firm'])
    expect((await use()).status).toBe(403)
    for (const kind of ['break_glass.issued', 'break_glass.used']) {
      expect(await factsOf(server, other.firmId, kind)).toHaveLength(1)
    }
    await other.set(false)
    expect((await signingIn(server, kim).signIn()).status).toBe(303)
  })
})
