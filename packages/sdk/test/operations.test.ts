// Every operation of the contract has a method that sends what the contract describes; every problem has a class.
import { errorClassOf, type Operation, operations, type ProblemCode, problems } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as sdk from '../src/index.ts'
import { failureOf, ok, problem, type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
let parley: sdk.Parley
beforeAll(async () => {
  server = await startScriptedServer()
  parley = server.client({ baseUrl: `${server.origin}/v1/` })
})
afterAll(() => server.close())

const page = {
  data: [],
  pageInfo: { page: 1, pageSize: 50, totalRecord: 0, sortDirection: 'asc', sortBy: 'x' },
}
const phone = '+12025550123'
const search = { search: 'a b&c', page: 2, pageSize: 10 }

interface Case {
  readonly call: () => PromiseLike<unknown>
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: object
}

const cases: Record<keyof typeof operations, Case> = {
  getAccount: { call: () => parley.account() },
  sendMessage: {
    call: () => parley.messages.send({ phone, text: 'a' }),
    body: { phone, text: 'a' },
  },
  getMessage: { call: () => parley.messages.get(7), params: { messageId: '7' } },
  readConversations: {
    call: () => parley.conversations.list({ pageSize: 10 }),
    query: { pageSize: 10 },
  },
  readConversationMessages: {
    call: () => parley.conversations.messages(9, { after: 7, pageSize: 10 }),
    params: { memberId: '9' },
    query: { after: 7, pageSize: 10 },
  },
  createEndpoint: {
    call: () => parley.endpoints.create({ url: 'https://a.test/' }),
    body: { url: 'https://a.test/' },
  },
  listEndpoints: { call: () => parley.endpoints.list() },
  getEndpoint: { call: () => parley.endpoints.get(9), params: { endpointId: '9' } },
  updateEndpoint: {
    call: () => parley.endpoints.update(9, { url: 'https://a.test/' }),
    params: { endpointId: '9' },
    body: { url: 'https://a.test/' },
  },
  deleteEndpoint: { call: () => parley.endpoints.delete(9), params: { endpointId: '9' } },
  testEndpoint: { call: () => parley.endpoints.test(9), params: { endpointId: '9' } },
  rotateEndpointSecret: {
    call: () => parley.endpoints.rotateSecret(9, { kind: 'ed25519' }),
    params: { endpointId: '9' },
    body: { kind: 'ed25519' },
  },
  pauseEndpoint: { call: () => parley.endpoints.pause(9), params: { endpointId: '9' } },
  resumeEndpoint: {
    call: () => parley.endpoints.resume(9, { from: 'end' }),
    params: { endpointId: '9' },
    body: { from: 'end' },
  },
  replayEvents: {
    call: () => parley.endpoints.replay(9, { only: 'missed' }),
    params: { endpointId: '9' },
    body: { only: 'missed' },
  },
  listDeliveries: {
    call: () => parley.endpoints.deliveries(9, { outcome: 'refused' }),
    params: { endpointId: '9' },
    query: { outcome: 'refused' },
  },
  createConsoleLink: { call: () => parley.endpoints.createConsoleLink() },
  listScheduledMessages: {
    call: () => parley.schedules.list({ status: 'active', phone }),
    query: { status: 'active', phone },
  },
  getScheduledMessage: { call: () => parley.schedules.get(7), params: { scheduleId: '7' } },
  updateScheduledMessage: {
    call: () => parley.schedules.update(7, { text: 'b' }),
    params: { scheduleId: '7' },
    body: { text: 'b' },
  },
  cancelScheduledMessage: { call: () => parley.schedules.cancel(7), params: { scheduleId: '7' } },
  requestConsent: {
    call: () => parley.consents.request({ phoneNumbers: [phone] }),
    body: { phoneNumbers: [phone] },
  },
  getConsent: { call: () => parley.consents.get({ phone, memberId: undefined }), query: { phone } },
  lookUpConsents: {
    call: () => parley.consents.lookUp([phone]),
    body: { phoneNumbers: [phone] },
  },
  listConsentChanges: {
    call: () => parley.consents.changes({ state: 'accepted', pageSize: 10 }),
    query: { state: 'accepted', pageSize: 10 },
  },
  recordOptOut: {
    call: () => parley.consents.recordOptOut({ phone, note: 'A call' }),
    body: { phone, note: 'A call' },
  },
  listEvents: {
    call: () => parley.events.list({ after: 'end', types: 'message.*', limit: 5, waitSeconds: 3 }),
    query: { after: 'end', types: 'message.*', limit: 5, waitSeconds: 3 },
  },
  getEvent: { call: () => parley.events.get('evt_7'), params: { eventId: 'evt_7' } },
  getEventProof: { call: () => parley.events.prove('evt_7'), params: { eventId: 'evt_7' } },
  createContact: {
    call: () => parley.contacts.create({ firstName: 'Žofie 📄' }),
    body: { firstName: 'Žofie 📄' },
  },
  updateContact: {
    call: () => parley.contacts.update(7, { nickname: null }),
    params: { contactId: '7' },
    body: { nickname: null },
  },
  upsertContacts: {
    call: () => parley.contacts.upsert([{ externalContactId: 'crm-1', firstName: 'Ann' }]),
    body: { contacts: [{ externalContactId: 'crm-1', firstName: 'Ann' }] },
  },
  getContact: { call: () => parley.contacts.get(7), params: { contactId: '7' } },
  searchContacts: {
    call: () => parley.contacts.search({ ...search, groupId: 3 }),
    query: { ...search, groupId: 3 },
  },
  deleteContact: { call: () => parley.contacts.delete(7), params: { contactId: '7' } },
  replaceContactGroups: {
    call: () => parley.contacts.replaceGroups(7, { groupIds: [1, 2] }),
    params: { contactId: '7' },
    body: { groupIds: [1, 2] },
  },
  createGroup: { call: () => parley.groups.create({ name: 'g' }), body: { name: 'g' } },
  searchGroups: { call: () => parley.groups.search(search), query: search },
  getGroup: { call: () => parley.groups.get(7), params: { groupId: '7' } },
  updateGroup: {
    call: () => parley.groups.update(7, { name: 'h' }),
    params: { groupId: '7' },
    body: { name: 'h' },
  },
  changeGroupMembers: {
    call: () => parley.groups.changeMembers(7, { add: [1] }),
    params: { groupId: '7' },
    body: { add: [1] },
  },
  deleteGroup: { call: () => parley.groups.delete(7), params: { groupId: '7' } },
  searchContent: {
    call: () => parley.content.search({ contentType: 'Emails' }),
    query: { contentType: 'Emails' },
  },
  listHandsetMessages: {
    call: () => parley.sandbox.handset(phone).messages({ page: 2 }),
    params: { phone: '%2B12025550123' },
    query: { page: 2 },
  },
  replyFromHandset: {
    call: () => parley.sandbox.handset(phone).reply('YES'),
    params: { phone: '%2B12025550123' },
    body: { text: 'YES' },
  },
}

describe('every operation', () => {
  it.each(Object.entries(cases))(
    '%s is sent as the contract describes',
    async (id, { call, params, query, body }) => {
      const { method, path, result } = operations[id as keyof typeof operations] as Operation
      server.play(result ? ok(page) : { status: 204 })
      expect(await call()).toEqual(result ? page : undefined)
      const [seen] = server.seen
      const [seenPath, seenQuery = ''] = (seen?.url ?? '').split('?')
      expect(seen?.method).toBe(method)
      expect(seenPath).toBe(`/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? name)}`)
      const strings = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
      expect(Object.fromEntries(new URLSearchParams(seenQuery))).toEqual(Object.fromEntries(strings))
      expect(seen?.body).toEqual(body ?? '')
      expect(seen?.headers).toMatchObject({
        authorization: 'Bearer token',
        'x-api-key': 'key',
        'api-version': '1',
        'user-agent': expect.stringMatching(/^parley-sdk\/\d+\.\d+\.\d+ node\//),
        ...(body && { 'content-type': 'application/json' }),
      })
    },
  )
})

describe('an unknown name', () => {
  /** Adds members that only JavaScript callers can pass. */
  const and = <T extends object>(given: T, more: object): T => ({ ...given, ...more })

  it('in a body, a query or the options is a TypeError, and nothing is sent', async () => {
    server.play(ok(page))
    const text = { phone, text: 'a' }
    const calls: [string, () => PromiseLike<unknown>][] = [
      ['sheduleDelivery', () => parley.messages.send(and(text, { sheduleDelivery: true }))],
      ['phoneNumber', () => parley.consents.request(and({ phoneNumbers: [phone] }, { phoneNumber: phone }))],
      ['firstname', () => parley.contacts.create(and({ lastName: 'a' }, { firstname: 'b' }))],
      ['firstname', () => parley.contacts.update(7, and({ lastName: 'a' }, { firstname: 'b' }))],
      ['pagesize', () => parley.contacts.search(and({ page: 1 }, { pagesize: 3 }))],
      ['Phone', () => parley.consents.get(and({ phone }, { Phone: phone }))],
      ['idempotencykey', () => parley.messages.send(text, and({ timeoutMs: 5 }, { idempotencykey: 'k' }))],
      ['timeout', () => parley.messages.get(7, and({ timeoutMs: 5 }, { timeout: 3 }))],
      ['idempotencyKey', () => parley.contacts.update(7, {}, and({ timeoutMs: 5 }, { idempotencyKey: 'k' }))],
    ]
    for (const [name, call] of calls) {
      const failure = await failureOf(call())
      expect(failure).toBeInstanceOf(TypeError)
      expect(String(failure)).toMatch(new RegExp(`Unknown (field|option) ${name}\\.`))
    }
    expect(server.seen).toEqual([])
  })

  it('in a line of a list is a TypeError that says which line, and nothing is sent', async () => {
    server.play(ok(page))
    const first = { externalContactId: 'crm-1', lastName: 'Lee' }
    const second = and({ externalContactId: 'crm-2' }, { lastNme: 'Ray' })
    const failure = await failureOf(parley.contacts.upsert([first, second]))
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toMatch(/Unknown field contacts\[1\]\.lastNme\. Known: .*\blastName\b/)
    expect(server.seen).toEqual([])
  })

  it('is left to the service if a line is no object', async () => {
    server.play(problem('invalid_request'))
    const lines = ['crm-1', null] as unknown as sdk.ContactUpsert[]
    await expect(parley.contacts.upsert(lines)).rejects.toBeInstanceOf(sdk.InvalidRequestError)
  })

  it('is allowed if its value is undefined', async () => {
    server.play(ok({}))
    await parley.contacts.upsert([and({ externalContactId: 'crm-1' }, { lastNme: undefined })])
    await parley.messages.send(and({ phone, text: 'a' }, { media: undefined }))
    expect(server.seen[1]?.body).toEqual({ phone, text: 'a' })
  })
})

it('an id cannot change the path of a request', async () => {
  server.play(ok({}))
  await parley.contacts.get('../groups?x=' as unknown as number)
  expect(server.seen[0]?.url).toBe('/v1/core/contact/contacts/..%2Fgroups%3Fx%3D')
})

it('withResponse returns the headers, and a failure is reported once', async () => {
  server.play(ok(page, { 'idempotency-replayed': 'true' }), problem('not_found'))
  const { data, response } = await parley.contacts.create({}).withResponse()
  expect(data).toEqual(page)
  expect(response.headers.get('idempotency-replayed')).toBe('true')
  await expect(parley.contacts.get(1).withResponse()).rejects.toBeInstanceOf(sdk.NotFoundError)
})

it.each(['baseUrl', 'apiKey', 'accessToken'])('says at once that %s is missing', name => {
  expect(() => server.client({ [name]: '' })).toThrow(name)
})

describe('every problem', () => {
  const classes: Record<ProblemCode, typeof sdk.ApiError> = {
    invalid_request: sdk.InvalidRequestError,
    version_mismatch: sdk.VersionMismatchError,
    unauthorized: sdk.UnauthorizedError,
    forbidden: sdk.ForbiddenError,
    not_found: sdk.NotFoundError,
    method_not_allowed: sdk.MethodNotAllowedError,
    request_timeout: sdk.RequestTimeoutError,
    conflict: sdk.ConflictError,
    gone: sdk.GoneError,
    payload_too_large: sdk.PayloadTooLargeError,
    uri_too_long: sdk.UriTooLongError,
    unsupported_media_type: sdk.UnsupportedMediaTypeError,
    rate_limited: sdk.RateLimitedError,
    headers_too_large: sdk.HeadersTooLargeError,
    internal_error: sdk.InternalError,
    downstream_unavailable: sdk.DownstreamUnavailableError,
    downstream_timeout: sdk.DownstreamTimeoutError,
  }

  it.each(Object.entries(classes))('%s has a class with all its fields', async (code, Class) => {
    const known = problems[code as ProblemCode]
    const details = { errors: [{ path: '/phone', message: 'must be in E.164 format' }] }
    server.play(problem(code as ProblemCode, { details, 'retry-after': '3' }))
    const error = await failureOf(parley.messages.send({ text: 'a' }, { maxRetries: 0 }))
    expect((error as sdk.ApiError).constructor).toBe(Class)
    expect(errorClassOf(code as ProblemCode)).toBe(Class.name)
    expect(error).toBeInstanceOf(sdk.ParleyError)
    expect(error).toMatchObject({
      name: Class.name,
      message: `About ${code}. (${code}, trace 4bf92f3577b34da6a3ce929d0e0e4736)`,
      code,
      status: known.status,
      retryable: known.retryable,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      details,
      retryAfterSeconds: 3,
    })
  })

  it('that is newer than this library, or not ours, is an ApiError', async () => {
    const { body, ...rest } = problem('not_found')
    server.play({ ...rest, status: 422, body: { ...(body as object), code: 'brand_new' } })
    await expect(parley.contacts.get(1)).rejects.toMatchObject({
      code: 'brand_new',
      status: 422,
      retryable: false,
    })
    server.play({ status: 404, body: '<h1>Not here</h1>', headers: { 'x-trace-id': 'abc' } })
    const error = await failureOf(parley.contacts.get(1))
    expect((error as sdk.ApiError).constructor).toBe(sdk.ApiError)
    expect(error).toMatchObject({ code: 'http_404', status: 404, retryable: false, traceId: 'abc' })
  })
})
