// Random calls of every role of a firm at everything of another firm: nothing of it is shown, and nothing of it changes.
// CROSS_CALLS=100000 for the long form, npm run test:crossings.
import { randomInt } from 'node:crypto'
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
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authorizeApplication } from '../../src/identity/index.ts'
import { permissions } from '../../src/identity/roles/permissions.ts'
import { required } from '../../src/platform/db/rows.ts'
import { createApplication } from '../people/people.ts'
import { addStaff } from '../people/staff.ts'
import { type AdvisorApp, type AppClient, callApp, startAdvisorApp } from '../servers/advisor-app.ts'

const calls = Number(process.env['CROSS_CALLS'] ?? 3_000)
const callers = 16
const marker = 'Zanzibar'

const all: readonly (AppOperation | Operation)[] = [
  ...Object.values(appOperations),
  ...Object.values(sharedOperations),
].filter(({ id }) => id !== 'signOut')

interface Session {
  readonly role: Role
  readonly cookie: string
  /** Open to the person. */
  readonly account: number | undefined
}

let server: AdvisorApp
let ours: AppClient
let theirs: AppClient
const sessions: Session[] = []
/** Values of path parameters: what belongs to the other firm, and what belongs to nobody. */
let values: Readonly<Record<string, readonly (string | number)[]>>
let body: Readonly<Record<string, unknown>>

beforeAll(async () => {
  server = await startAdvisorApp({ connections: 12 })
  const { database, owner } = server
  ours = await server.welcome({ isConsentRequired: false })
  theirs = await server.welcome({ isConsentRequired: false })
  await owner.query('update firm set name = $2 where id = $1', [theirs.firmId, `${marker} Bank`])
  await owner.query('update advisor set name = $2 where id = $1', [theirs.advisorId, `${marker} Advisor`])
  const staff = await addStaff(database, {
    firmId: theirs.firmId,
    roles: [...roles].filter(role => role !== 'advisor'),
    name: `${marker} Staff`,
    assists: [theirs.advisorId],
  })
  const phone = '+12025550177'
  const contact = { firstName: marker, lastName: 'Client', phone }
  const { id: contactId } = await theirs.ok(sharedOperations.createContact, { body: contact })
  const group = { name: `${marker} group` }
  const { id: groupId } = await theirs.ok(sharedOperations.createGroup, { body: group })
  const sent = { phoneNumbers: [phone], text: `${marker} text` }
  const later = { ...sent, scheduleDelivery: true, deliveryDate: Date.now() + 86_400_000 }
  const { successes } = await theirs.ok(appOperations.sendFromApp, { body: sent })
  const planned = await theirs.ok(appOperations.sendFromApp, { body: later })
  const application = await createApplication(database)
  await owner.query('update application set name = $2 where id = $1', [application.id, `${marker} app`])
  await authorizeApplication(database, { clientId: application.clientId, firmId: theirs.firmId })

  for (const role of roles) {
    for (let turn = 0; turn < 5; turn += 1) {
      if (role === 'advisor') {
        const advisor = turn === 0 ? ours : await server.welcome({ isConsentRequired: false })
        sessions.push({ role, cookie: advisor.cookie, account: advisor.advisorId })
        continue
      }
      const assists = role === 'assistant' ? [ours.advisorId] : []
      const { id } = await addStaff(database, { firmId: ours.firmId, roles: [role], assists })
      const { cookie } = await server.signIn(id)
      sessions.push({ role, cookie, account: assists[0] })
    }
  }
  const { rows: theirSessions } = await owner.query<{ id: number }>(
    'select id from app_session where advisor_id = $1',
    [theirs.advisorId],
  )
  const ids = (id: number | null | undefined): number[] => [id ?? 0, 999_999_999]
  values = {
    contactId: ids(contactId),
    groupId: ids(groupId),
    memberId: ids(successes[0]?.memberId),
    messageId: ids(successes[0]?.messageId),
    scheduleId: ids(planned.successes[0]?.scheduleId),
    importId: ids(1),
    personId: [staff.id, theirs.advisorId],
    advisorId: [theirs.advisorId],
    applicationId: [application.id],
    passkeyId: ['0'.repeat(64)],
    sessionId: theirSessions.map(({ id }) => `app-${id}`),
    number: [theirs.number],
    phone: [phone, theirs.number],
    role: roles,
  }
  body = {
    name: 'Somebody',
    firstName: 'Somebody',
    email: 'somebody@example.com',
    roles: ['administrator'],
    isActive: false,
    text: 'Hello',
    phoneNumbers: [phone],
    contactIds: [contactId],
    groupIds: [groupId],
    memberIds: [successes[0]?.memberId],
    upToMessageId: successes[0]?.messageId,
    personId: staff.id,
    texts: 'keep',
    add: [contactId],
    remove: [contactId],
  }
}, 600_000)
afterAll(() => server.close())

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

/** Every row of the other firm, as one digest for each table. */
async function digests(): Promise<unknown[]> {
  const { rows: tables } = await server.owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     join pg_class on relname = table_name and relkind in ('r', 'p') and not relispartition
     where table_schema = 'public' and column_name in ('advisor_id', 'firm_id') order by 1, 2`,
  )
  const found: unknown[] = []
  for (const { name, column } of tables) {
    const id = column === 'firm_id' ? theirs.firmId : theirs.advisorId
    const { rows } = await server.owner.query(
      `select $2 as name, count(*), md5(string_agg(row::text, '|' order by row::text))
       from ${name} as row where ${column} = $1`,
      [id, name],
    )
    found.push(...rows)
  }
  return found
}

async function call(): Promise<string | undefined> {
  const operation = pick(all)
  const { role, cookie, account } = pick(sessions)
  const named = pick([undefined, theirs.advisorId, theirs.advisorId, account])
  const params = Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      pick(required(values[name], name)),
    ]),
  )
  const answer = await callApp(server.origin, cookie, operation, {
    params,
    ...(operation.body && { body }),
    ...('file' in operation && operation.file && { body: '' }),
    ...(named !== undefined && { headers: { [accountHeader]: String(named) } }),
  })
  if (answer.status === 429) {
    await sleep(200)
    return undefined
  }
  const cell = `${role} ${operation.id} for ${named}: ${answer.status} ${answer.text.slice(0, 300)}`
  if (answer.text.includes(marker)) return `shown: ${cell}`
  const isWithoutAccount = 'isOfPerson' in operation || 'isOfFirm' in operation
  const isOpen =
    permissions[operation.id as keyof typeof permissions].includes(role) &&
    (isWithoutAccount || (account !== undefined && (named ?? account) === account))
  const isRefused = answer.status === 403 && /Your role in the firm|Choose the advisor/.test(answer.text)
  if (isRefused === isOpen) return `role: ${cell}`
  return answer.status >= 500 || answer.status === 401 ? `failed: ${cell}` : ''
}

it(`no call reaches another firm or goes beyond its role (${calls} calls)`, async () => {
  const before = await digests()
  const failures: string[] = []
  let made = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (made < calls && failures.length < 5) {
        const failure = await call()
        if (failure === undefined) continue
        made += 1
        if (failure !== '') failures.push(failure)
      }
    }),
  )
  expect(failures).toEqual([])
  expect(made).toBeGreaterThanOrEqual(calls)
  expect(await digests()).toEqual(before)
  expect(before.length).toBeGreaterThan(30)
}, 3_600_000)
