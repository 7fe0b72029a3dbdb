// Whoever signs in at the provider of a firm is told about a new browser, as after a password.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addStaff } from '../../../../test/people/staff.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { sameOrigin, signingIn } from '../../../../test/servers/app-sign-in.ts'
import {
  atProvider,
  back,
  type Firm,
  prepareFirm,
  startAt,
  stopProviders,
} from '../../../../test/servers/firm-sign-in.ts'
import { TestBrowser } from '../../../../test/servers/oauth-server.ts'
import { addPartner, authorizationPath, password } from '../../../../test/servers/sign-in-server.ts'
import { issueBreakGlass } from './break-glass.ts'

let server: AdvisorApp
let harbor: Firm

beforeAll(async () => {
  // Nothing sends what waits.
  server = await startAdvisorApp({ mailUrl: 'smtp://127.0.0.1:1' })
  harbor = await prepareFirm(server, 'harbor.example')
})
afterAll(async () => {
  stopProviders()
  await server.close()
})
beforeEach(async () => {
  await server.owner.query('delete from mail')
})

const notices = async (): Promise<{ recipient: string; body: string }[]> => {
  const { rows } = await server.owner.query<{ recipient: string; body: string }>(
    `select recipient, body from mail where purpose = 'sign_in.new_browser' order by id`,
  )
  return rows
}

let people = 0
async function addKim() {
  people += 1
  const email = `kim${people}@harbor.example`
  return addStaff(server.database, { firmId: harbor.firmId, roles: ['auditor'], email, password })
}

/** What a browser still sends when another site leads it to us. */
const laxOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter(line => /SameSite=Lax/.test(line))
    .map(line => line.split(';')[0])
    .join('; ')

async function signIn(email: string, held: string, query?: string): Promise<Response> {
  await harbor.setPerson({ sub: email, email })
  const started = await startAt(server, email, query)
  const callback = await atProvider(started)
  return back(callback, { ...started, browser: [started.browser, held].filter(Boolean).join('; ') })
}

it('once for each browser and person, with the words of the firm', async () => {
  const [kim, lee] = [await addKim(), await addKim()]
  const first = await signIn(kim.email, '')
  expect(first.status).toBe(200)
  const [notice, ...others] = await notices()
  expect([notice?.recipient, others]).toEqual([kim.email, []])
  expect(notice?.body).toContain('tell your firm’s administrator')
  expect(notice?.body).not.toContain('password')
  expect((await signIn(kim.email, laxOf(first))).status).toBe(200)
  expect(await notices()).toHaveLength(1)
  const second = await signIn(lee.email, laxOf(first))
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([kim.email, lee.email])
  for (const { email } of [kim, lee]) await signIn(email, laxOf(second))
  expect(await notices()).toHaveLength(2)
  await signIn(kim.email, '')
  expect(await notices()).toHaveLength(3)
})

it('a browser that is known by the firm’s sign-in is known by the password, and the other way round', async () => {
  const [kim, lee] = [await addKim(), await addKim()]
  const byFirm = await signIn(kim.email, '')
  expect((await signingIn(server, kim).signIn({ cookie: laxOf(byFirm) })).status).toBe(303)
  expect(await notices()).toHaveLength(1)
  const byPassword = await signingIn(server, lee).signIn()
  expect((await notices()).at(-1)?.body).toContain('set a new password at once')
  await signIn(lee.email, laxOf(byPassword))
  expect(await notices()).toHaveLength(2)
})

it('also where an application is allowed, and by a one-time link', async () => {
  const email = 'avery@harbor.example'
  await server.database.query('update advisor set email = $2 where id = $1', [
    harbor.advisor.advisorId,
    email,
  ])
  const partner = await addPartner(server.database)
  const browser = new TestBrowser()
  const page = await browser.visit(`${server.origin}${authorizationPath(partner)}`)
  const [, query = ''] = /href="\/sign-in\/firm(\?interaction=[\w-]+)"/.exec(page.body) ?? []
  await harbor.setPerson({ sub: email, email })
  const started = await startAt(server, email, query)
  const answer = await back(await atProvider(started), started)
  const [, next = ''] = /content="0;url=([^"]+)"/.exec(await answer.text()) ?? []
  browser.cookies.set(...(started.browser.split('=') as [string, string]))
  expect(await notices()).toEqual([])
  await browser.visit(`${server.origin}${next.replaceAll('&#38;', '&')}`)
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([email])
  expect(browser.cookies.has('parley_device')).toBe(true)

  const kim = await addKim()
  const token = await issueBreakGlass(server.database, { personId: kim.id, environment: 'sandbox' })
  const entered = await fetch(`${server.origin}/sign-in/once`, {
    method: 'POST',
    headers: sameOrigin,
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  })
  expect(entered.status).toBe(303)
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([email, kim.email])
})
