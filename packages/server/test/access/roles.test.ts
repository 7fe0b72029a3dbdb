// Every cell of role × operation × account, through the HTTP server: what the table of permissions allows, and nothing else.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AppOperation,
  accountHeader,
  appOperations,
  type Operation,
  type Role,
  roles,
  sharedOperations,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAssistance, changePerson, changeRole, findAdvisorById } from '../../src/identity/index.ts'
import { permissions } from '../../src/identity/roles/permissions.ts'
import { eventually } from '../carriers/texting.ts'
import { openEvents } from '../http/event-stream.ts'
import { addStaff } from '../people/staff.ts'
import {
  type AdvisorApp,
  type AppAnswer,
  type AppClient,
  callApp,
  startAdvisorApp,
} from '../servers/advisor-app.ts'

const all: readonly (AppOperation | Operation)[] = [
  ...Object.values(appOperations),
  ...Object.values(sharedOperations),
]
/** It has no account, whatever the header says. */
const isWithoutAccount = (operation: object): boolean => 'isOfPerson' in operation || 'isOfFirm' in operation

/** Ends the session that the test uses; has its own test. */
const ending = new Set(['signOut'])

let server: AdvisorApp
/** The advisor for whom the assistant acts, a colleague, and an advisor of another firm. */
let own: AppClient
let colleague: AppClient
let stranger: AppClient
const cookies = new Map<Role, string>()

beforeAll(async () => {
  server = await startAdvisorApp({ instances: 2 })
  const { database, owner } = server
  own = await server.welcome({ isConsentRequired: false })
  colleague = await server.welcome({ isConsentRequired: false })
  stranger = await server.welcome({ isConsentRequired: false })
  await owner.query('update advisor set firm_id = $1 where id = $2', [own.firmId, colleague.advisorId])
  for (const role of roles) {
    if (role === 'advisor') {
      cookies.set(role, own.cookie)
      continue
    }
    const { firmId, advisorId } = own
    const assists = role === 'assistant' ? [advisorId] : []
    const { id } = await addStaff(database, { firmId, roles: [role], assists })
    cookies.set(role, (await server.signIn(id)).cookie)
  }
})
afterAll(() => server.close())

/** Ids that exist nowhere, so that an allowed call has no effect on the next one. */
const paramsOf = ({ path }: { readonly path: string }): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      {
        phone: '+12025550199',
        number: '+12025550199',
        role: 'assistant',
        passkeyId: '0'.repeat(64),
        sessionId: 'app-999999999',
      }[name] ?? '999999999',
    ]),
  )

/** A session may make 50 requests a second. */
async function ask(
  operation: AppOperation | Operation,
  cookie: string,
  account: number | undefined,
): Promise<AppAnswer<unknown>> {
  const answer = await askOnce(operation, cookie, account)
  if (answer.status !== 429) return answer
  await sleep(1_000)
  return ask(operation, cookie, account)
}

const askOnce = (operation: AppOperation | Operation, cookie: string, account: number | undefined) =>
  callApp(server.origin, cookie, operation, {
    params: paramsOf(operation),
    ...(operation.body && { body: {} }),
    ...('file' in operation && operation.file && { body: '' }),
    ...(account !== undefined && { headers: { [accountHeader]: String(account) } }),
  })

/** Refused because of role or account: a 403 for another reason says so otherwise. */
const isRefused = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 403 && /Your role in the firm|Choose the advisor/.test(text)

describe('the table of permissions', () => {
  it('has a row for every operation, and every operation is served by the app', () => {
    const pages = ['allowApplication', 'liveUpdates']
    expect(Object.keys(permissions).toSorted()).toEqual([...all.map(({ id }) => id), ...pages].toSorted())
    const served = server.apps[0]?.routeTable.filter(({ url }) => url.startsWith('/app/api/')) ?? []
    const listed = new Set(all.map(({ path }) => `/app/api${path.replace(/\{(\w+)\}/g, ':$1')}`))
    expect(served.filter(({ url }) => !listed.has(url) && url !== '/app/api/events')).toEqual([])
  })

  it('keeps credentials, access and whole exports of an account for the advisor', () => {
    const ofAdvisors = Object.entries(permissions).flatMap(([act, allowed]) =>
      allowed.includes('advisor') && !allowed.includes('assistant') ? [act] : [],
    )
    expect(ofAdvisors.toSorted()).toEqual([
      'allowApplication',
      'downloadContacts',
      'downloadConversationProof',
      'listApplicationActs',
      'listApplicationDisclosures',
      'listConnectedApplications',
      'revokeApplication',
      'updateProfile',
    ])
  })

  it.each(roles)('is what the service does for the role %s, in every account', async role => {
    const cookie = cookies.get(role) ?? ''
    for (const operation of all.filter(({ id }) => !ending.has(id))) {
      const isAllowed = permissions[operation.id as keyof typeof permissions].includes(role)
      const places: readonly (readonly [string, number | undefined, boolean])[] = [
        ['own advisor', own.advisorId, isAllowed],
        ['no advisor named', undefined, isAllowed],
        ['other advisor', colleague.advisorId, isAllowed && isWithoutAccount(operation)],
        ['other firm', stranger.advisorId, isAllowed && isWithoutAccount(operation)],
        ['nobody', 7, isAllowed && isWithoutAccount(operation)],
      ]
      for (const [place, account, isOpen] of places) {
        const answer = await ask(operation, cookie, account)
        const cell = `${role}, ${operation.id}, ${place}: ${answer.status} ${answer.text.slice(0, 200)}`
        expect(isRefused(answer), cell).toBe(!isOpen)
        expect([401, 500], cell).not.toContain(answer.status)
      }
    }
  })

  it('holds for live updates', async () => {
    for (const role of roles) {
      for (const account of [own.advisorId, colleague.advisorId, stranger.advisorId]) {
        const answer = await fetch(`${server.origin}/app/api/events?account=${account}`, {
          headers: { cookie: cookies.get(role) ?? '' },
        })
        await answer.body?.cancel()
        const isOpen = permissions.liveUpdates.includes(role) && account === own.advisorId
        expect(answer.status, `${role} ${account}`).toBe(isOpen ? 200 : 403)
      }
    }
  })
})

describe('an assistant of several advisors', () => {
  it('must choose one, and is told whom they could choose', async () => {
    const { firmId } = own
    const assists = [own.advisorId, colleague.advisorId]
    const { id } = await addStaff(server.database, { firmId, roles: ['assistant'], assists })
    const kim = await server.signIn(id)
    const answer = await kim.call(appOperations.getMe)
    expect([answer.status, answer.problem.details]).toEqual([403, { chooseAccount: true }])
    const { accounts } = await kim.ok(appOperations.getPerson)
    expect(new Set(accounts.map(({ advisorId }) => advisorId))).toEqual(new Set(assists))
    const headers = { [accountHeader]: String(colleague.advisorId) }
    const me = await kim.ok(appOperations.getMe, { headers })
    expect(me).toMatchObject({ advisorId: colleague.advisorId, person: { personId: id, name: 'Kim Lee' } })
  })
})

/** Everywhere means on both processes and on a connection that is open. */
describe('within five seconds everywhere', () => {
  const limitMs = 5_000

  async function openKim() {
    const { firmId, advisorId } = own
    const kim = await addStaff(server.database, { firmId, roles: ['assistant'], assists: [advisorId] })
    const client = await server.signIn(kim.id)
    const streams = await Promise.all(
      server.origins.map(origin => openEvents(origin, { cookie: client.cookie })),
    )
    for (const at of [0, 1]) expect((await client.call(appOperations.getMe, { at })).status).toBe(200)
    return { kim, client, streams }
  }
  type Opened = Awaited<ReturnType<typeof openKim>>

  const losses: readonly (readonly [string, (opened: Opened) => Promise<unknown>, number])[] = [
    [
      'an assistant’s advisor is removed',
      async ({ kim }) => {
        const advisor = await findAdvisorById(server.database, own.advisorId)
        return changeAssistance(server.database, kim, { advisor, assists: false })
      },
      403,
    ],
    [
      'a role is taken away',
      ({ kim }) => changeRole(server.database, kim, { role: 'assistant', has: false }),
      401,
    ],
    ['a person is deactivated', ({ kim }) => changePerson(server.database, kim.id, { active: false }), 401],
  ]

  it.each(losses)('%s', async (_what, lose, status) => {
    const opened = await openKim()
    await lose(opened)
    const beganAt = performance.now()
    for (const at of [0, 1])
      expect((await opened.client.call(appOperations.getMe, { at })).status).toBe(status)
    await eventually('both streams end', () =>
      opened.streams.every(({ events }) => events.some(({ name }) => name === 'end')),
    )
    expect(performance.now() - beganAt).toBeLessThan(limitMs)
    for (const stream of opened.streams) stream.close()
  })
})
