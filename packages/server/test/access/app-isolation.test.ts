// Like isolation.test.ts, for the advisor app: no advisor can read or change another advisor's data.
import { createHash, randomUUID } from 'node:crypto'
import { type AppOperation, appBase, appOperations, type Operation, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../carriers/texting.ts'
import { openEvents } from '../http/event-stream.ts'
import { createTokenIssuer } from '../people/access-tokens.ts'
import { createApiKey, createApplication, grantAccess } from '../people/people.ts'
import {
  type AdvisorApp,
  type AppAnswer,
  type AppClient,
  callApp,
  startAdvisorApp,
} from '../servers/advisor-app.ts'

type AnyOperation = AppOperation | Operation
/** Operations of the console concern no single advisor: src/console/other-firms.test.ts. */
const ofAccounts = Object.values(appOperations).filter(operation => !('isOfFirm' in operation))
const all: readonly AnyOperation[] = [...ofAccounts, ...Object.values(sharedOperations)]

let server: AdvisorApp
let victim: AppClient
let stranger: AppClient
let bearer: Record<string, string>
let target: Target

interface Target {
  readonly contactId: number
  readonly groupId: number
  readonly phone: string
  readonly sharedPhone: string
  readonly memberId: number
  readonly messageId: number
  readonly scheduleId: number
  readonly importId: number
  readonly applicationId: number
  readonly passkeyId: string
  readonly sessionId: string
}

interface Call {
  readonly params?: Record<string, string | number>
  readonly query?: Record<string, string | number>
  readonly body?: unknown
  /** Expected response to an advisor who owns none of it. */
  readonly owed: 404 | 400 | 409 | 'nothing of it'
}

const nothing: Call = { owed: 'nothing of it' }
const gone = (params: Record<string, string | number>, body?: unknown): Call[] => [
  { params, ...(body !== undefined && { body }), owed: 404 },
]

/** They take no id of anything. */
const listing =
  'listPasskeys getSecondFactor startSecondFactor listConnectedApplications listApplicationDisclosures listContactImports listGroupRemovals listSessions searchContent getConsentRequestText'.split(
    ' ',
  )

/** How each operation refers to an advisor's data. An operation that is missing here fails the test. */
const matrix: Record<string, (target: Target) => readonly Call[]> = {
  ...Object.fromEntries(listing.map(id => [id, () => [nothing]])),
  getMe: () => [nothing],
  getPerson: () => [nothing],
  // Ends the caller's session; has its own test.
  signOut: () => [],
  endSession: ({ sessionId }) => gone({ sessionId }),
  endOtherSessions: () => [nothing],
  listConversations: ({ phone }) => [
    nothing,
    ...['unread', 'awaiting_consent', 'failed'].map(filter => ({ ...nothing, query: { filter } })),
    ...['secret', phone, 'se'].map(search => ({ ...nothing, query: { search } })),
  ],
  getConversation: ({ memberId }) => gone({ memberId }),
  getThread: ({ memberId }) => gone({ memberId }),
  markConversationRead: ({ memberId, messageId }) => gone({ memberId }, { upToMessageId: messageId }),
  getConsentRecord: ({ memberId }) => gone({ memberId }),
  downloadConversationProof: ({ memberId }) => gone({ memberId }),
  previewRecipients: ({ sharedPhone, contactId, groupId }) => [
    { body: { phoneNumbers: [sharedPhone] }, owed: 'nothing of it' },
    { body: { contactIds: [contactId] }, owed: 400 },
    { body: { groupIds: [groupId] }, owed: 400 },
  ],
  requestConsentFromApp: ({ groupId }) => [{ body: { groupIds: [groupId] }, owed: 400 }],
  sendFromApp: ({ sharedPhone, contactId, groupId }) => [
    { body: { phoneNumbers: [sharedPhone], text: 'Hello' }, owed: 'nothing of it' },
    { body: { contactIds: [contactId], text: 'Hello' }, owed: 400 },
    { body: { groupIds: [groupId], text: 'Hello' }, owed: 400 },
    {
      body: {
        groupIds: [groupId],
        text: 'Hello',
        scheduleDelivery: true,
        deliveryDate: Date.now() + 86_400_000,
      },
      owed: 400,
    },
  ],
  listSchedules: ({ phone }) => [nothing, { query: { phone }, owed: 'nothing of it' }],
  getSchedule: ({ scheduleId }) => gone({ scheduleId }),
  getScheduleCalendar: () => [
    { query: { from: Date.now() - 86_400_000, to: Date.now() + 10 * 86_400_000 }, owed: 'nothing of it' },
  ],
  listContacts: ({ groupId, phone }) => [
    nothing,
    ...[{ groupId }, { phone }, { search: 'secret' }].map(query => ({ ...nothing, query })),
  ],
  showContact: ({ contactId }) => gone({ contactId }),
  showNumberUse: ({ contactId }) => gone({ contactId }),
  getContactTimeline: ({ contactId }) => gone({ contactId }),
  showGroup: ({ groupId }) => gone({ groupId }),
  downloadContacts: () => [nothing, { query: { format: 'jsonl' }, owed: 'nothing of it' }],
  uploadContacts: () => [
    { query: { fileName: 'own.csv' }, body: `firstName\n${randomUUID()}\n`, owed: 'nothing of it' },
  ],
  mapContactColumns: ({ importId }) => gone({ importId }, { fields: ['firstName'] }),
  startContactImport: ({ importId }) => gone({ importId }, {}),
  getContactImport: ({ importId }) => gone({ importId }),
  discardContactImport: ({ importId }) => gone({ importId }),
  downloadRefusals: ({ importId }) => gone({ importId }),
  listApplicationActs: ({ applicationId }) => gone({ applicationId }),
  revokeApplication: ({ applicationId }) => gone({ applicationId }),
  updateProfile: () => [{ body: { name: 'Stranger' }, owed: 'nothing of it' }],
  changePassword: () => [{ body: { currentPassword: 'wrong', newPassword: 'short' }, owed: 400 }],
  // There are no passkeys if the origin is an IP address.
  startPasskey: () => [{ owed: 409 }],
  addPasskey: () => [{ body: { name: 'Own', credential: {} }, owed: 400 }],
  removePasskey: ({ passkeyId }) => gone({ passkeyId }),
  addSecondFactor: () => [{ body: { setup: 'of nobody', code: '123456' }, owed: 409 }],
  removeSecondFactor: () => [{ owed: 404 }],
  getHandset: ({ phone }) => [{ params: { phone }, owed: 'nothing of it' }],
  setHandsetBehaviour: ({ phone }) => [
    { params: { phone }, body: { behaviour: 'silent' }, owed: 'nothing of it' },
  ],
  recordOptOut: ({ sharedPhone }) => [{ ...nothing, body: { phone: sharedPhone, note: 'A call' } }],
  requestConsent: () => [{ body: { phoneNumbers: ['+12025550190'] }, owed: 'nothing of it' }],
  getMessage: ({ messageId }) => gone({ messageId }),
  updateScheduledMessage: ({ scheduleId }) => gone({ scheduleId }, { text: 'Stolen' }),
  cancelScheduledMessage: ({ scheduleId }) => gone({ scheduleId }),
  createContact: () => [{ body: { firstName: 'Own' }, owed: 'nothing of it' }],
  updateContact: ({ contactId }) => gone({ contactId }, { firstName: 'Stolen' }),
  deleteContact: ({ contactId }) => gone({ contactId }),
  replaceContactGroups: ({ contactId, groupId }) => gone({ contactId }, { groupIds: [groupId] }),
  createGroup: () => [{ body: { name: 'Own' }, owed: 'nothing of it' }],
  searchGroups: () => [nothing, { query: { search: 'secret' }, owed: 'nothing of it' }],
  updateGroup: ({ groupId }) => gone({ groupId }, { name: 'Stolen' }),
  changeGroupMembers: ({ groupId, contactId }) => gone({ groupId }, { add: [contactId] }),
  deleteGroup: ({ groupId }) => gone({ groupId }),
  listHandsetMessages: ({ phone }) => [{ params: { phone }, owed: 'nothing of it' }],
  replyFromHandset: ({ phone }) => [{ params: { phone }, body: { text: 'STOP' }, owed: 'nothing of it' }],
}

beforeAll(async () => {
  server = await startAdvisorApp()
  victim = await server.welcome({ isConsentRequired: false })
  stranger = await server.welcome({ isConsentRequired: false })
  const { database } = server
  const [phone, sharedPhone] = ['+12025550188', '+12025550189']
  await database.query(
    `insert into group_removal (advisor_id, group_id, name, contact_count, remaining) values ($1, 7, 'Secret', 9, 9)`,
    [victim.advisorId],
  )
  const { id: contactId } = await victim.ok(sharedOperations.createContact, {
    body: { firstName: 'Secret', phone },
  })
  await victim.ok(sharedOperations.createContact, { body: { firstName: 'Secret', phone: sharedPhone } })
  const { id: groupId } = await victim.ok(sharedOperations.createGroup, { body: { name: 'Secret' } })
  await victim.ok(sharedOperations.replaceContactGroups, {
    params: { contactId },
    body: { groupIds: [groupId] },
  })
  const body = { phoneNumbers: [phone], text: 'Secret' }
  const [sent] = (await victim.ok(appOperations.sendFromApp, { body })).successes
  const later = { ...body, scheduleDelivery: true, deliveryDate: Date.now() + 86_400_000 }
  const [scheduled] = (await victim.ok(appOperations.sendFromApp, { body: later })).successes
  await victim.reply(phone, 'Secret')
  await victim.reply(sharedPhone, 'Secret')
  await victim.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })
  const { importId } = await victim.ok(appOperations.uploadContacts, {
    query: { fileName: 'Secret.csv' },
    body: 'firstName\nSecret\n',
  })
  const application = await createApplication(database)
  await database.query(`update application set name = 'Secret' where id = $1`, [application.id])
  const gid = await grantAccess(database, victim.advisorId, application.id)
  await server.owner.query(
    `insert into passkey (advisor_id, credential_id, public_key, counter, transports, name)
     values ($1, 'victim', '\\x00', 0, '{}', 'Secret')`,
    [victim.advisorId],
  )
  const issuer = await createTokenIssuer(database)
  const { rows } = await database.query<{ identifier: string }>(
    'select identifier from advisor where id = $1',
    [victim.advisorId],
  )
  const claims = {
    iss: server.origin,
    aud: `${server.origin}/v1`,
    sub: rows[0]?.identifier,
    client_id: application.clientId,
    scope: 'core.contacts.read core.contacts.write text.messaging.read text.messaging.write',
    advisor_id: victim.advisorId,
    gid,
    exp: Math.floor(Date.now() / 1000) + 900,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
  }
  bearer = {
    authorization: `Bearer ${await issuer.sign(claims)}`,
    'x-api-key': (await createApiKey(database, application.id)).apiKey,
  }
  target = {
    contactId,
    groupId,
    phone,
    sharedPhone,
    memberId: sent?.memberId ?? 0,
    messageId: sent?.messageId ?? 0,
    scheduleId: scheduled?.scheduleId ?? 0,
    importId,
    applicationId: application.id,
    passkeyId: createHash('sha256').update('victim').digest('hex'),
    sessionId: (await victim.ok(appOperations.listSessions)).data[0]?.sessionId ?? '',
  }
})
afterAll(() => server.close())

/** All of the victim's data, as one string. */
async function belongings(): Promise<string> {
  const { rows: tables } = await server.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns join pg_class on relname = table_name
     where table_schema = 'public' and column_name = 'advisor_id' and not relispartition and table_name <> 'app_session'`,
  )
  expect(tables.length).toBeGreaterThan(15)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await server.owner.query(
        `select row::text from ${name} as row where advisor_id = $1 order by 1`,
        [victim.advisorId],
      )
      return [name, rows]
    }),
  )
  const { rows } = await server.owner.query('select advisor::text from advisor where id = $1', [
    victim.advisorId,
  ])
  return JSON.stringify([found, rows])
}

const ask = (operation: AnyOperation, call: Call, cookie?: string, headers?: Record<string, string>) =>
  callApp(server.origin, cookie, operation, { ...call, ...(headers && { headers }) }) as Promise<
    AppAnswer<unknown>
  >

describe('an advisor’s data', () => {
  it('is used by no operation that this test does not cover', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    for (const { method, path } of all) {
      const url = `${appBase}${path.replace(/\{(\w+)\}/g, ':$1')}`
      expect(server.apps[0]?.hasRoute({ method, url }), url).toBe(true)
    }
  })

  it('is closed to callers without a session, and to partner tokens', async () => {
    const before = await belongings()
    for (const operation of all) {
      for (const call of matrix[operation.id]?.(target) ?? []) {
        const attempts = [await ask(operation, call), await ask(operation, call, undefined, bearer)]
        for (const answer of attempts) expect([operation.id, answer.status]).toEqual([operation.id, 401])
      }
    }
    expect(await belongings()).toBe(before)
    // The token is valid for the partner API.
    const partner = await fetch(`${server.origin}/v1/core/contact/groups`, { headers: bearer })
    expect(partner.status).toBe(200)
  })

  it('can be neither read nor changed by another advisor, in any order of requests', async () => {
    const before = await belongings()
    const ids = (
      ['contactId', 'groupId', 'memberId', 'messageId', 'scheduleId', 'importId', 'applicationId'] as const
    ).map(name => `"${name}":${target[name]}\\b`)
    const hidden = new RegExp(
      ['Secret', target.phone.slice(1), target.passkeyId, `"${target.sessionId}"`, ...ids].join('|'),
    )
    const calls = all.flatMap(operation =>
      (matrix[operation.id]?.(target) ?? []).map(call => ({ operation, call })),
    )
    for (const round of [calls, calls.toReversed()]) {
      for (const { operation, call } of round) {
        const answer = await ask(operation, call, stranger.cookie)
        const told = `${operation.id} ${JSON.stringify(call)} ${answer.text}`
        if (call.owed === 'nothing of it') expect([200, 204], told).toContain(answer.status)
        else expect(answer.status, told).toBe(call.owed)
        // A handset response contains the requested phone number, which is no leak.
        const own = answer.text
          .replaceAll(/"instance":"[^"]*"/g, '')
          .replaceAll(operation.path.startsWith('/sandbox') ? target.phone : '\0', '')
        expect(own, told).not.toMatch(hidden)
      }
    }
    expect(await belongings()).toBe(before)
  })

  it('is not in another advisor’s live updates', async () => {
    const stream = await openEvents(server.origin, { cookie: stranger.cookie })
    await victim.reply(target.phone, 'Secret')
    await stranger.ok(sharedOperations.createGroup, { body: { name: 'A sign' } })
    await eventually('the sign comes', () => stream.events.some(({ name }) => name === 'group'))
    const told = stream.events.map(({ data }) => data)
    expect(
      told.filter(
        ({ memberId, contactId }) => memberId === target.memberId || contactId === target.contactId,
      ),
    ).toEqual([])
    stream.close()
  })

  it('is not affected when another advisor signs out', async () => {
    const other = await server.signIn(stranger.advisorId)
    await other.ok(appOperations.signOut)
    expect((await victim.call(appOperations.getMe)).status).toBe(200)
  })
})
