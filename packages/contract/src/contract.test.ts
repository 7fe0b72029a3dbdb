import { describe, expect, it } from 'vitest'
import { appOperations, type Operation, openApiDocument, operations, problems, scopes } from './index.ts'

const all = Object.values<Operation>(operations)

describe('the operations', () => {
  it('lists texting, delivery status, scheduled texts, events, address book, content and sandbox handsets', () => {
    expect(all.map(({ method, path, scope }) => `${method} ${path} ${scope}`).toSorted()).toEqual(
      [
        'POST /text/messaging/messages text.messaging.write',
        'POST /text/messaging/consent-requests text.messaging.write',
        'GET /me null',
        'GET /text/messaging/consents text.messaging.read',
        'POST /text/messaging/consents/lookup text.messaging.read',
        'GET /text/messaging/consents/changes text.messaging.read',
        'POST /text/messaging/opt-outs text.messaging.write',
        'GET /text/messaging/messages/{messageId} text.messaging.read',
        'GET /text/messaging/conversations text.conversations.read',
        'GET /text/messaging/conversations/{memberId}/messages text.conversations.read',
        'GET /text/messaging/scheduled-messages text.messaging.read',
        'GET /text/messaging/scheduled-messages/{scheduleId} text.messaging.read',
        'PUT /text/messaging/scheduled-messages/{scheduleId} text.messaging.write',
        'DELETE /text/messaging/scheduled-messages/{scheduleId} text.messaging.write',
        'GET /events null',
        'GET /events/{eventId} null',
        'GET /events/{eventId}/proof null',
        'POST /events/endpoints null',
        'GET /events/endpoints null',
        'GET /events/endpoints/{endpointId} null',
        'PUT /events/endpoints/{endpointId} null',
        'DELETE /events/endpoints/{endpointId} null',
        'POST /events/endpoints/{endpointId}/test null',
        'POST /events/endpoints/{endpointId}/secret null',
        'POST /events/endpoints/{endpointId}/pause null',
        'POST /events/endpoints/{endpointId}/resume null',
        'POST /events/endpoints/{endpointId}/replays null',
        'GET /events/endpoints/{endpointId}/deliveries null',
        'POST /events/console-links null',
        'POST /core/contact/contacts core.contacts.write',
        'PUT /core/contact/contacts/{contactId} core.contacts.write',
        'POST /core/contact/contacts/batch core.contacts.write',
        'GET /core/contact/contacts/{contactId} core.contacts.read',
        'GET /core/contact/contacts core.contacts.read',
        'DELETE /core/contact/contacts/{contactId} core.contacts.write',
        'PUT /core/contact/contacts/{contactId}/groups core.contacts.write',
        'POST /core/contact/groups core.contacts.write',
        'GET /core/contact/groups core.contacts.read',
        'GET /core/contact/groups/{groupId} core.contacts.read',
        'PUT /core/contact/groups/{groupId} core.contacts.write',
        'POST /core/contact/groups/{groupId}/members core.contacts.write',
        'DELETE /core/contact/groups/{groupId} core.contacts.write',
        'GET /core/content/library/search core.content.read',
        'GET /sandbox/handsets/{phone}/messages text.messaging.read',
        'POST /sandbox/handsets/{phone}/replies text.messaging.write',
      ].toSorted(),
    )
  })

  it.each(all)('$id declares exactly the parameters in its path', ({ path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    expect(Object.keys(params?.properties ?? {})).toEqual(inPath)
  })

  it.each(all)('$id is registered under its own id', operation => {
    expect(operations).toHaveProperty([operation.id], operation)
  })

  // Unions of objects do not work with stripping unknown fields: each branch strips what the other keeps.
  it.each(all.filter(operation => operation.body))(
    '$id takes a body without unions of objects',
    ({ body }) => {
      const branches = JSON.stringify(body).match(/"(anyOf|oneOf|allOf|then|else|not)":(\[[^\]]*\])/g) ?? []
      for (const branch of branches) expect(branch).not.toContain('"properties"')
    },
  )

  it('documents 404 for every path with an id, which a client may have left empty', () => {
    const withApp: readonly { id: string; path: string; problems: readonly string[] }[] = [
      ...Object.values(operations),
      ...Object.values(appOperations),
    ]
    const missing = withApp.filter(
      ({ path, problems: codes }) => path.includes('{') && !codes.includes('not_found'),
    )
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  it('documents every problem for requestConsent, except those of a path without the method and of cursors', () => {
    const possible = Object.keys(problems).filter(code => code !== 'method_not_allowed' && code !== 'gone')
    expect(operations.requestConsent.problems.toSorted()).toEqual(possible.toSorted())
  })
})

describe('the problem table', () => {
  it('has the interface’s twelve codes and five of HTTP, with status and retryability', () => {
    expect(
      Object.entries(problems)
        .map(([code, { status, retryable }]) => `${code} ${status} ${retryable}`)
        .toSorted(),
    ).toEqual(
      [
        'invalid_request 400 false',
        'unauthorized 401 false',
        'forbidden 403 false',
        'not_found 404 false',
        'conflict 409 false',
        'version_mismatch 400 false',
        'rate_limited 429 true',
        'payload_too_large 413 false',
        'unsupported_media_type 415 false',
        'downstream_timeout 504 true',
        'downstream_unavailable 502 true',
        'internal_error 500 true',
        'method_not_allowed 405 false',
        'request_timeout 408 true',
        'uri_too_long 414 false',
        'headers_too_large 431 false',
        'gone 410 false',
      ].toSorted(),
    )
  })
})

describe('the OpenAPI description', () => {
  const document = openApiDocument() as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: object[]
          requestBody?: { content: Media }
          responses: Record<string, { content?: Media; headers?: object }>
        }
      >
    >
    components: {
      responses: Record<string, { content: Media }>
      securitySchemes: { oauth: { flows: Record<string, { scopes: object }> }; apiKey: { name: string } }
    }
  }
  type Media = Record<string, { examples: Record<string, unknown> }>

  it('offers all scopes with the authorization code and only texting and events with client credentials', () => {
    const { oauth, apiKey } = document.components.securitySchemes
    expect(Object.keys(oauth.flows['authorizationCode']?.scopes ?? {})).toEqual(Object.keys(scopes))
    expect(Object.keys(oauth.flows['clientCredentials']?.scopes ?? {})).toEqual([
      'text.messaging.read',
      'text.messaging.write',
      'text.conversations.read',
      'events.read',
      'events.manage',
    ])
    expect(apiKey.name).toBe('x-api-key')
  })

  it('has an example for every body', () => {
    const bodies = Object.values(document.paths)
      .flatMap(methods => Object.values(methods))
      .flatMap(({ requestBody, responses }) => [requestBody?.content, responses['200']?.content])
      .filter(content => content !== undefined)
    expect(bodies).toHaveLength(18 + 41)
    for (const content of bodies) {
      expect(Object.keys(content['application/json']?.examples ?? {})).not.toHaveLength(0)
    }
  })

  it('takes an Idempotency-Key with every POST only, and documents replayed responses', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, responses }]) => ({
        path,
        method,
        takesKey: JSON.stringify(parameters).includes('/IdempotencyKey"'),
        tells: 'Idempotency-Replayed' in ((responses['200'] ?? responses['204'])?.headers ?? {}),
      })),
    )
    for (const { path, method, takesKey, tells } of described) {
      expect({ path, takesKey, tells }).toEqual({
        path,
        takesKey: method === 'post',
        tells: method === 'post',
      })
    }
    expect(described.filter(({ takesKey }) => takesKey)).toHaveLength(16)
  })

  it('has an example for every problem', () => {
    const shown = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content['application/problem+json']?.examples ?? {}),
    )
    expect(shown.toSorted()).toEqual(Object.keys(problems).toSorted())
  })
})
