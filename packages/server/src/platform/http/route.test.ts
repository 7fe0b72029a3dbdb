import { operations } from '@parley/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestServer, openGuard } from '../../../test/servers/http.ts'
import { CommitUnconfirmedError } from '../db/errors.ts'
import { Problem } from '../problem/problem.ts'
import type { Guard } from './guard.ts'
import { route } from './route.ts'
import type { HttpServer } from './server.ts'

let app: HttpServer
afterEach(() => app.close())

const contact = '/v1/core/contact/contacts/5121'
const steps: string[] = []
const guardThat = (overrides: Partial<Guard>): Guard => ({ ...openGuard, ...overrides })

describe('200', () => {
  it('passes the handler what the record declares: path numbers, query defaults, no unknown field', async () => {
    app = createTestServer()
    const seen: unknown[] = []
    route(app, operations.updateContact, async ({ params, body }) => {
      seen.push(params, body)
      return { id: params.contactId }
    })
    route(app, operations.searchGroups, async ({ query }) => {
      seen.push(query)
      const { page, pageSize, sortDirection } = query
      return { data: [], pageInfo: { page, pageSize, sortDirection, sortBy: 'name', totalRecord: 0 } }
    })
    const update = await app.inject({
      method: 'PUT',
      url: contact,
      payload: { nickname: null, surprise: { a: 1 } },
    })
    expect(update.json()).toEqual({ id: 5121 })
    await app.inject('/v1/core/contact/groups?search=a%20b&page=3&surprise=1')
    expect(seen).toEqual([
      { contactId: 5121 },
      { nickname: null },
      { page: 3, pageSize: 50, sortDirection: 'asc', search: 'a b' },
    ])
  })

  it('returns only what the record declares', async () => {
    app = createTestServer()
    route(app, operations.createGroup, async () => ({ id: 7, advisorId: 3 }))
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/core/contact/groups',
      payload: { name: 'A' },
    })
    expect(answer.json()).toEqual({ id: 7 })
  })

  it('accepts a plus sign before a phone number in the query', async () => {
    app = createTestServer()
    const phones: unknown[] = []
    route(app, operations.getConsent, async ({ query }) => {
      phones.push(query.phone)
      return { memberId: 1, state: 'none' as const, lastChanged: Date.now() }
    })
    for (const phone of ['+12025550123', '%2B12025550123']) {
      await app.inject(`/v1/text/messaging/consents?phone=${phone}`)
    }
    expect(phones).toEqual(['+12025550123', '+12025550123'])
  })
})

describe('204', () => {
  it('is returned by an operation without a result, even if the client sends a media type but no body', async () => {
    app = createTestServer()
    route(app, operations.deleteContact, async () => undefined)
    const answer = await app.inject({
      method: 'DELETE',
      url: contact,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer).toMatchObject({ statusCode: 204, body: '' })
  })
})

describe('401 and 403', () => {
  it('come before any other check of the request, and name a missing scope', async () => {
    steps.length = 0
    app = createTestServer({
      guard: guardThat({
        identify: async request => {
          if (request.headers.authorization === undefined) throw new Problem('unauthorized', 'No token.')
          return { advisorId: 1, applicationId: 1, scopes: new Set(['core.contacts.read']) }
        },
        admit: async () => {
          steps.push('counted')
        },
      }),
    })
    route(app, operations.createContact, async () => {
      steps.push('ran')
      return { id: 1 }
    })
    const bad = {
      method: 'POST',
      url: '/v1/core/contact/contacts',
      payload: 'not json',
      headers: {},
    } as const
    expect((await app.inject(bad)).json()).toMatchObject({ code: 'unauthorized', status: 401 })
    const answer = await app.inject({ ...bad, headers: { authorization: 'Bearer x', 'api-version': '2' } })
    expect(answer.json()).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('core.contacts.write'),
    })
    expect(steps).toEqual([])
  })
})

describe('429', () => {
  it('carries the headers of the problem', async () => {
    app = createTestServer({
      guard: guardThat({
        admit: () =>
          Promise.reject(new Problem('rate_limited', 'Slow down.', { headers: { 'retry-after': '3' } })),
      }),
    })
    route(app, operations.deleteContact, async () => undefined)
    const answer = await app.inject({ method: 'DELETE', url: contact })
    expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '3' } })
    expect(answer.json()).toMatchObject({ code: 'rate_limited', retryable: true })
  })
})

describe('5xx', () => {
  const failingWith = async (error: unknown): Promise<Record<string, unknown>> => {
    app = createTestServer()
    route(app, operations.getContact, () => Promise.reject(error))
    return (await app.inject(contact)).json()
  }
  const coded = (code: string): Error => Object.assign(new Error('secret'), { code })

  it('500 hides the details of a bug, and is retryable', async () => {
    const body = await failingWith(new TypeError('secret'))
    expect(body).toMatchObject({ status: 500, code: 'internal_error', retryable: true })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('500 replaces a problem that the record does not document', async () => {
    expect(await failingWith(new Problem('conflict', 'No consent text.'))).toMatchObject({
      code: 'internal_error',
    })
  })

  it('502 when the database cannot be reached', async () => {
    expect(await failingWith(coded('ECONNREFUSED'))).toMatchObject({
      status: 502,
      code: 'downstream_unavailable',
    })
  })

  it('504 when a commit is unconfirmed', async () => {
    expect(await failingWith(new CommitUnconfirmedError('not replicated'))).toMatchObject({
      status: 504,
      code: 'downstream_timeout',
    })
  })
})
