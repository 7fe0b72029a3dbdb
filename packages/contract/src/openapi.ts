import type Type from 'typebox'
import { codeSamples } from './code-samples.ts'
import { checkedByLineKeyword, refusalKeyword, zeroIsAbsentKeyword } from './fields.ts'
import { limits } from './limits.ts'
import { messageTextKeyword } from './message-text.ts'
import { withNulls } from './nulls.ts'
import type { Operation, Tag } from './operation.ts'
import { operations } from './operations.ts'
import { eventSchemas } from './partner/events/event.ts'
import { eventTypes } from './partner/events/event-types.ts'
import { Problem, problemExample } from './problem.ts'
import { type ProblemCode, problems } from './problems.ts'
import { applicationScopes, scopes } from './scopes.ts'

type Json = Record<string, unknown>

const ref = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` })

/** A schema for the document. Schemas with an $id move to the shared components and leave a reference. */
function publish(schema: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map(item => publish(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const {
    $id,
    [refusalKeyword]: _words,
    [checkedByLineKeyword]: _byLine,
    [zeroIsAbsentKeyword]: _zeros,
    [messageTextKeyword]: isMessageText,
    examples,
    ...rest
  } = schema as Json
  const published: Json = {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, publish(value, components)])),
    // JSON Schema counts code points, so it admits a little more than the service.
    ...(isMessageText === true && { minLength: 1, maxLength: limits.textCodeUnits }),
    ...(examples === undefined ? {} : { examples }),
  }
  if (typeof $id !== 'string') return published
  components.set($id, published)
  return ref('schemas', $id)
}

function parameters(
  place: 'path' | 'query',
  schema: Type.TObject | undefined,
  components: Map<string, Json>,
): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, examples, ...rest } = publish(property, components) as Json
    return {
      name,
      in: place,
      description,
      required: place === 'path' || (schema?.required?.includes(name) && rest['default'] === undefined),
      schema: rest,
      ...(Array.isArray(examples) ? { example: examples[0] } : {}),
    }
  })
}

/** Two codes share status 400, so responses are keyed by status and examples by code. */
const codesByStatus = Map.groupBy(
  Object.keys(problems) as ProblemCode[],
  (code): number => problems[code].status,
)

const responseName = (status: number): string =>
  problems[codesByStatus.get(status)?.[0] ?? 'internal_error'].title.replace(/ (.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )

const problemResponse = (status: number, codes: readonly ProblemCode[]): Json => ({
  description: codes.map(code => problems[code].when).join(' '),
  headers: {
    'x-trace-id': ref('headers', 'TraceId'),
    ...(status === 429 ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
    ...(status === 405 ? { Allow: ref('headers', 'Allow') } : {}),
  },
  content: {
    'application/problem+json': {
      schema: ref('schemas', 'Problem'),
      examples: Object.fromEntries(codes.map(code => [code, ref('examples', code)])),
    },
  },
})

function problemResponses(operation: Operation): Json {
  const statuses = new Set(operation.problems.map(code => problems[code].status))
  return Object.fromEntries([...statuses].map(status => [status, ref('responses', responseName(status))]))
}

function content(schema: object, components: Map<string, Json>): Json {
  const [value] = (schema as { readonly examples: readonly unknown[] }).examples
  return {
    'application/json': { schema: publish(schema, components), examples: { typical: { value } } },
  }
}

const successHeaders = {
  'x-trace-id': ref('headers', 'TraceId'),
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
}

const replayHeader = { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') }

function describe(operation: Operation, components: Map<string, Json>): Json {
  const { params, query, body, result } = operation
  const takesKey = operation.method === 'POST'
  const headers = { ...successHeaders, ...(takesKey ? replayHeader : {}) }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [{ oauth: operation.scope === null ? [] : [operation.scope], apiKey: [] }],
    parameters: [
      ...parameters('path', params, components),
      ...parameters('query', query, components),
      ref('parameters', 'ApiVersion'),
      ...(takesKey ? [ref('parameters', 'IdempotencyKey')] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: operation.isBodyOptional !== true,
            content: content(withNulls(body) as object, components),
          },
        }
      : {}),
    'x-codeSamples': codeSamples(operation),
    responses: {
      ...(result
        ? { 200: { description: 'Success.', headers, content: content(result, components) } }
        : { 204: { description: 'Success.', headers } }),
      ...problemResponses(operation),
    },
  }
}

/** `message.accepted` belongs to the message events. */
const familyOf = (type: string): string => {
  const [family = ''] = type.split('.')
  return `${family.charAt(0).toUpperCase()}${family.slice(1)} events`
}

/** The body of every event, as a request to an endpoint of the partner. */
const webhooksOf = (components: Map<string, Json>): [string, Json][] =>
  eventSchemas.map((schema, index) => {
    const [type = '', { when }] = Object.entries(eventTypes)[index] ?? ['', { when: '' }]
    return [
      type,
      {
        post: {
          operationId: `on${(schema as { $id?: string }).$id}`,
          summary: type,
          description: when,
          tags: [familyOf(type)],
          security: [],
          requestBody: { required: true, content: content(schema, components) },
          responses: { '2XX': { description: 'Received. Any other response counts as a failure.' } },
        },
      },
    ]
  })

const eventFamilies = [...new Set(Object.keys(eventTypes).map(familyOf))].map(name => ({
  name,
  description: 'What a webhook receives. The same events are read with GET /events.',
}))

const tags: Record<Tag, string> = {
  Texting: 'Send texts, request consent, and look up consent and delivery.',
  Events: 'What happened, in order and without gaps.',
  Contacts: 'The advisor’s address book.',
  Groups: 'Groups of contacts.',
  Content: 'The content library.',
  Account: 'The advisor and the application behind an access token.',
  Sandbox: 'Virtual phones for any number. Sandbox only.',
}

const textingScopes = Object.fromEntries(
  Object.entries(scopes).filter(([scope]) => scope.startsWith('text.')),
)

interface Installation {
  /** Scheme, host and port. Without it, URLs are relative to the document. */
  readonly origin?: string
  /** Only a sandbox has handsets. */
  readonly isSandbox?: boolean
}

/** The OpenAPI 3.1 description of the partner API. */
export function openApiDocument({ origin, isSandbox = true }: Installation = {}): Json {
  const components = new Map<string, Json>()
  publish(Problem, components)
  const served = Object.values<Operation>(operations).filter(({ tag }) => isSandbox || tag !== 'Sandbox')
  const operationsByPath = Map.groupBy(served, operation => operation.path)
  const at = (path: string): string => `${origin ?? ''}${path}`
  const paths = {
    authorizationUrl: at('/oauth/auth'),
    tokenUrl: at('/oauth/token'),
    refreshUrl: at('/oauth/token'),
  }
  const published = [...operationsByPath].map(([path, list]) => [
    path,
    Object.fromEntries(
      list.map(operation => [operation.method.toLowerCase(), describe(operation, components)]),
    ),
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version: '1.0.0',
      summary: 'Compliance-grade texting and address book for financial advisors.',
      description:
        'An application acts for one advisor. It sends texts from the advisor’s number, requests consent, reads consent and delivery status, and manages contacts, groups and content.\n\nUnknown fields in a body are ignored, and null in an optional field is the same as leaving it out; only in a contact does it clear the field. Times given as numbers are Unix time in milliseconds; date-times are RFC 3339 in UTC. Text fields without a value are omitted from responses. Every response has an `x-trace-id` header; send a W3C `traceparent` header to choose the trace id.\n\nEvery [problem code](/problems) has a page with its cause and fix. In the samples, `BASE`, `TOKEN` and `KEY` stand for the base URL, an advisor’s access token and your API key; `parley` stands for `new Parley({ baseUrl, accessToken, apiKey })` from `@parley/sdk`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: at('/v1'), description: 'This installation' }],
    tags: Object.entries(tags)
      .filter(([name]) => isSandbox || name !== 'Sandbox')
      .map(([name, description]) => ({ name, description }))
      .concat(eventFamilies),
    paths: Object.fromEntries(published),
    webhooks: Object.fromEntries(webhooksOf(components)),
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          description:
            'Access token for one advisor, or, by client credentials without an advisor, for the application by itself. Every authorization code request uses PKCE (S256).',
          flows: {
            authorizationCode: { ...paths, scopes },
            clientCredentials: {
              tokenUrl: paths.tokenUrl,
              scopes: { ...textingScopes, ...applicationScopes },
            },
          },
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'API key of the application. It carries the usage plan.',
        },
      },
      parameters: {
        ApiVersion: {
          name: 'API-Version',
          in: 'header',
          description:
            'API version that the client was written for. Every 1.x is served, and 1 is the default; another major version returns version_mismatch.',
          schema: { type: 'string' },
          example: '1',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A key that you choose, in printable ASCII. When a request succeeds, its response is kept for 24 hours. Repeating the request with the same key returns that response with Idempotency-Replayed: true; a different body is rejected. A request that failed can be retried with its key. Keys are separate for each operation, application and advisor.',
          schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharacters },
          example: 'c0a8012e-review-reminder-5121',
        },
      },
      responses: Object.fromEntries(
        [...codesByStatus].map(([status, codes]) => [responseName(status), problemResponse(status, codes)]),
      ),
      headers: {
        TraceId: {
          description: 'W3C trace id of the request.',
          schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
        },
        IdempotencyReplayed: {
          description:
            'Present when the response is that of an earlier request with the same Idempotency-Key.',
          schema: { type: 'string', const: 'true' },
        },
        Allow: { description: 'Methods of the path.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
        RateLimit: {
          description: 'What remains of the usage plan (IETF draft).',
          schema: { type: 'string' },
        },
        RateLimitPolicy: { description: 'The usage plan (IETF draft).', schema: { type: 'string' } },
      },
      examples: Object.fromEntries(
        (Object.keys(problems) as ProblemCode[]).map(code => [
          code,
          { summary: problems[code].title, value: problemExample(code, origin) },
        ]),
      ),
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
