// People who act for no advisor: where they land, and what the other pages tell them.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff } from '../../../test/people/staff.ts'
import {
  type AdvisorApp,
  type AppClient,
  callApp,
  startAdvisorApp,
} from '../../../test/servers/advisor-app.ts'
import { sessionOf, signingIn } from '../../../test/servers/app-sign-in.ts'
import { addPartner, authorizationPath, FormBrowser, password } from '../../../test/servers/sign-in-server.ts'
import { changeRole } from '../staff/change-role.ts'

let server: AdvisorApp
let advisor: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
  advisor = await server.welcome()
})
afterAll(() => server.close())

it('an auditor signs in, lands in the console, and sees who they are there', async () => {
  const dana = await addStaff(server.database, {
    firmId: advisor.firmId,
    roles: ['auditor', 'principal'],
    name: 'Dana Ortiz',
    password,
  })
  const entered = await signingIn(server, dana).signIn()
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/firm'])
  const answer = await callApp(server.origin, sessionOf(entered), appOperations.getConsole)
  expect(answer.body.person).toMatchObject({
    name: 'Dana Ortiz',
    roles: ['auditor', 'principal'],
    accounts: [],
  })
  expect(answer.body.operations).toContain('changeFirmPolicy')
  expect(answer.body.operations).not.toContain('addFirmPerson')
})

it('somebody without a role cannot sign in, and a session of theirs is over', async () => {
  const dana = await addStaff(server.database, { firmId: advisor.firmId, roles: ['auditor'], password })
  const client = await server.signIn(dana.id)
  await changeRole(server.database, dana, { role: 'auditor', has: false })
  expect((await client.call(appOperations.getPerson)).status).toBe(401)
  expect((await client.call(appOperations.getConsole)).status).toBe(401)
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
