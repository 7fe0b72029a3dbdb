// The page of people who act for no advisor, and what the other pages tell them.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { sameOrigin, sessionOf, signingIn } from '../../../test/servers/app-sign-in.ts'
import { addPartner, authorizationPath, FormBrowser, password } from '../../../test/servers/sign-in-server.ts'
import { changeRole } from '../staff/change-role.ts'

let server: AdvisorApp
let advisor: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
  advisor = await server.welcome()
})
afterAll(() => server.close())

const open = (cookie: string): Promise<Response> =>
  fetch(`${server.origin}/firm`, { headers: { cookie }, redirect: 'manual' })

const post = (action: string, cookie: string, token: string, headers: Record<string, string> = sameOrigin) =>
  fetch(`${server.origin}/firm/${action}`, {
    method: 'POST',
    headers: { ...headers, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  })

it('an auditor signs in, lands there, sees roles and sessions, and signs out', async () => {
  const dana = await addStaff(server.database, {
    firmId: advisor.firmId,
    roles: ['auditor', 'principal'],
    name: 'Dana <Ortiz>',
    password,
  })
  const entered = await signingIn(server, dana).signIn()
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/firm'])
  const cookie = sessionOf(entered)
  const elsewhere = await server.signIn(dana.id)
  const page = await (await open(cookie)).text()
  for (const words of ['Dana', 'Auditor', 'Principal', 'Sign out everywhere else']) {
    expect(page).toContain(words)
  }
  expect(page).not.toContain('<Ortiz>')
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect((await post('sign-out-others', cookie, 'invented')).status).toBe(403)
  expect((await post('sign-out-others', cookie, token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await elsewhere.call(appOperations.getPerson)).status).toBe(200)
  expect((await post('sign-out-others', cookie, token)).headers.get('location')).toBe('/firm')
  expect((await elsewhere.call(appOperations.getPerson)).status).toBe(401)
  expect((await post('sign-out', cookie, token)).headers.get('location')).toBe('/app/sign-in')
  expect((await open(cookie)).headers.get('location')).toBe('/app/sign-in?to=%2Ffirm')
})

it('somebody without a role cannot sign in, and a session of theirs is over', async () => {
  const dana = await addStaff(server.database, { firmId: advisor.firmId, roles: ['auditor'], password })
  const client = await server.signIn(dana.id)
  await changeRole(server.database, dana, { role: 'auditor', has: false })
  expect((await client.call(appOperations.getPerson)).status).toBe(401)
  expect((await open(client.cookie)).status).toBe(303)
  expect((await signingIn(server, dana).signIn()).status).toBe(422)
})

it('on the authorization pages only advisors can sign in', async () => {
  const { firmId, advisorId } = advisor
  const [app] = server.apps
  if (!app) throw new Error('the server has not started')
  const partner = await addPartner(server.database)
  const kim = await addStaff(server.database, {
    firmId,
    roles: ['assistant'],
    assists: [advisorId],
    password,
  })
  const browser = new FormBrowser({ app })
  const page = await browser.open(authorizationPath(partner))
  const answer = await browser.submit(page, 'sign-in', { email: kim.email, password })
  expect(answer.status).toBe(403)
  expect(answer.body).toContain('Only advisors can connect applications.')
})
