// Requests made from the records of the contract: right ones, right ones that look odd, wrong ones, and noise.
import { admitsNull, limits, type Operation, zeroIsAbsentKeyword } from '@parley/contract'
import * as fc from 'fast-check'
import { type JsonObject, type ObjectSchema, type Schema, validObject } from './arbitraries.ts'
import { brokenObject } from './broken-values.ts'

export interface GeneratedRequest {
  readonly kind: string
  /** What is owed: success, a refusal, or either. */
  readonly owed: 'success' | 'refusal' | 'either'
  readonly method: string
  /** With the query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** What the handler must be given where success is owed. */
  readonly input: { readonly params?: JsonObject; readonly query?: JsonObject; readonly body?: JsonObject }
}

type Change = (request: GeneratedRequest) => Partial<GeneratedRequest>

/** Requests to an operation: about half of them right. */
export function requestTo(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const right = rightRequest(operation)
  const changed = (owed: GeneratedRequest['owed'], changes: Readonly<Record<string, fc.Arbitrary<Change>>>) =>
    fc.oneof(
      ...Object.entries(changes).map(([kind, change]) =>
        fc.tuple(right, change).map(([request, to]) => ({ ...request, ...to(request), kind, owed })),
      ),
    )
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 2, arbitrary: changed('success', harmlessChanges(operation)) },
    { weight: 5, arbitrary: changed('refusal', harmfulChanges(operation)) },
    { weight: 2, arbitrary: changed('either', noise(operation)) },
  )
}

function rightRequest(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const part = (schema: object | undefined): fc.Arbitrary<JsonObject | undefined> =>
    schema ? validObject(schema as ObjectSchema) : fc.constant(undefined)
  const { method } = operation
  return fc
    .tuple(part(operation.params), part(operation.query), part(operation.body), usualHeaders(method))
    .map(([params, query, body, headers]) => ({
      kind: 'right',
      owed: 'success',
      method,
      url: addressOf(operation, params, query),
      headers: body ? { 'content-type': 'application/json', ...headers } : headers,
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      input: {
        ...(params && { params }),
        ...(query && { query }),
        ...(body && { body: withoutZeros(operation.body as ObjectSchema | undefined, body) }),
      },
    }))
}

/** The body without the zeros that are the same as absent. */
function withoutZeros(schema: ObjectSchema | undefined, body: JsonObject): JsonObject {
  const zeros = schema?.[zeroIsAbsentKeyword]
  if (!zeros || (zeros.unless !== undefined && body[zeros.unless] === true)) return body
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== 0 || !zeros.members.includes(name)),
  )
}

const encode = (value: unknown): string => encodeURIComponent(String(value))

function addressOf(operation: Operation, params: JsonObject = {}, query: JsonObject = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name]))
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return `/v1${path}${pairs.length > 0 ? '?' : ''}${pairs.join('&')}`
}

const hex = (length: number) => fc.stringMatching(new RegExp(`^[1-9a-f][0-9a-f]{${length - 1}}$`))

const usualHeaders = (method: string): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    {
      'api-version': fc.constantFrom('1', '1.0', '1.0.0', '1.7'),
      ...(method === 'POST' && { 'idempotency-key': fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/) }),
      traceparent: fc.tuple(hex(32), hex(16)).map(([trace, parent]) => `00-${trace}-${parent}-01`),
      'x-other': fc.stringMatching(/^[!-~]{0,40}$/),
    },
    { requiredKeys: [], noNullPrototype: true },
  )

/** Anything that may stand in a field which the contract does not have. */
const foreignValue = fc
  .jsonValue({ maxDepth: 4 })
  .filter(value => !/__proto__|"prototype"/.test(JSON.stringify(value)))
const foreignName = fc.stringMatching(/^x[a-z]{3,10}[A-Z]$/)

const addQuery =
  (pair: string): Change =>
  ({ url }) => ({ url: `${url}${url.includes('?') ? '&' : '?'}${pair}` })

const textOf = (request: GeneratedRequest): string => request.body?.toString() ?? ''

/** Puts text behind the opening brace of the body. */
const insert =
  (member: string): Change =>
  request => {
    const text = textOf(request)
    const separator = text === '{}' ? '' : ','
    return { body: Buffer.from(`{${member}${separator}${text.slice(1)}`) }
  }

function harmlessChanges(operation: Operation): Record<string, fc.Arbitrary<Change>> {
  const query = fc
    .tuple(foreignName, fc.string())
    .map(([name, value]) => addQuery(`${name}=${encode(value)}`))
  const member = fc
    .tuple(foreignName, foreignValue)
    .map(([name, value]) => insert(`${JSON.stringify(name)}:${JSON.stringify(value)}`))
  const { properties = {}, required = [] } = (operation.body ?? {}) as Partial<ObjectSchema>
  const optional = Object.keys(properties).filter(name => !required.includes(name))
  const nullForAbsent = fc.constant((request: GeneratedRequest): Partial<GeneratedRequest> => {
    const body = JSON.parse(textOf(request)) as JsonObject
    const absent = optional.find(name => !(name in body) && !admitsNull({ ...properties[name] }))
    return absent === undefined ? {} : insert(`${JSON.stringify(absent)}:null`)(request)
  })
  const bodyNobodyReads = fc.constant((): Partial<GeneratedRequest> => ({ body: Buffer.from('not JSON') }))
  return {
    'unknown query': query,
    ...(operation.body && { 'unknown field': member, 'null for an absent field': nullForAbsent }),
    ...(operation.method === 'DELETE' && { 'body nobody reads': bodyNobodyReads }),
  }
}

const wrongTexts = ['', '0', '-1', '01', '1.0', '+1', '1e3', '0x10', ' 1', '1 ', 'abc', '[1]']

function harmfulChanges({
  path,
  params,
  query,
  body,
  method,
}: Operation): Record<string, fc.Arbitrary<Change>> {
  const header =
    (name: string, value: string): Change =>
    ({ headers }) => ({ headers: { ...headers, [name]: value } })
  const crowd = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`h${index}`, '']))
  const keys = fc.constantFrom('', 'k'.repeat(256), 'a\tb', 'é')
  const ids = fc.constantFrom(
    ...wrongTexts.map(encode),
    '9007199254740992',
    '%ff',
    '%00',
    'x'.repeat(100),
    '1%2F2',
    '1/2/3',
  )
  return {
    'wrong version': fc.constantFrom('2', '', 'abc').map(version => header('api-version', version)),
    'too many headers': fc.constant(({ headers }) => ({ headers: { ...headers, ...crowd } })),
    'unknown address': foreignName.map(
      (name): Change =>
        () => ({ url: `/v1/${name}` }),
    ),
    ...(method === 'POST' && { 'wrong key': keys.map(key => header('idempotency-key', key)) }),
    ...(params && {
      'wrong path': ids.map(
        (id): Change =>
          () => ({ url: `/v1${path.replace(/\{\w+\}/, id)}` }),
      ),
    }),
    ...(query && harmfulQueries(query)),
    ...(body && harmfulBodies(body)),
  }
}

function harmfulQueries(schema: object): Record<string, fc.Arbitrary<Change>> {
  const { properties } = schema as ObjectSchema
  const valuesFor = ({ type, minimum, maxLength, maximum }: Schema): string[] => [
    ...(type === 'integer' ? wrongTexts.filter(text => text !== '0' || minimum !== 0).map(encode) : []),
    ...(maximum === undefined ? [] : [String(Number.MAX_SAFE_INTEGER + 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), encode('😀'.repeat(maxLength + 1))]),
    '%ff',
    '%00',
    'a%',
  ]
  const wrongPairs = Object.entries(properties).flatMap(([name, property]) =>
    valuesFor(property).map(value => `${name}=${value}`),
  )
  return {
    'wrong query': fc.constantFrom(...wrongPairs).map(addQuery),
    'reserved query': fc.constantFrom('__proto__=1', 'constructor[prototype]=1').map(addQuery),
    'query not UTF-8': fc.constantFrom('%ff=1', 'a=%ED%A0%80', 'a=%C0%AF', '%').map(addQuery),
    'query twice': fc.constantFrom(...Object.keys(properties)).map(name => addQuery(`${name}=1&${name}=1`)),
  }
}

function harmfulBodies(schema: object): Record<string, fc.Arbitrary<Change>> {
  const whole = (body: string | Buffer): Partial<GeneratedRequest> => ({ body: Buffer.from(body) })
  const wrong = brokenObject(schema as ObjectSchema)
  const raw = (member: string): Change => insert(`"xRaw":${member}`)
  return {
    'wrong body': wrong.map(
      (value): Change =>
        () =>
          whole(JSON.stringify(value)),
    ),
    'wrong body again': wrong.map(
      (value): Change =>
        () =>
          whole(JSON.stringify(value, null, 2)),
    ),
    'truncated body': fc.nat().map(
      (at): Change =>
        // Nothing at all is a request without a body, which some operations take.
        ({ body = Buffer.alloc(2) }) => ({ body: body.subarray(0, 1 + (at % (body.length - 1))) }),
    ),
    'garbage behind': fc.constantFrom('x', '{}', ',', '\0', ']').map(
      (tail): Change =>
        request =>
          whole(textOf(request) + tail),
    ),
    'key twice': foreignName.map(name => insert(`"${name}":1,"${name}":2`)),
    'too deep': fc.integer({ min: 32, max: 20_000 }).map(depth => raw('['.repeat(depth) + ']'.repeat(depth))),
    'reserved key': fc.constantFrom('{"__proto__":{}}', '{"constructor":{"prototype":{}}}').map(raw),
    'unstorable text': fc.constantFrom('"\\u0000"', '"\\ud83d"', '["\\ude00"]').map(raw),
    'not UTF-8': fc.constantFrom([0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]).map(
      (bytes): Change =>
        request => {
          const { body = Buffer.alloc(0) } = insert('"xRaw":""')(request)
          return { body: Buffer.concat([body.subarray(0, 9), Buffer.from(bytes), body.subarray(9)]) }
        },
    ),
    'too large': fc.constant((request: GeneratedRequest) =>
      whole(textOf(request).padEnd(limits.bodyBytes + 1)),
    ),
    'other media type': fc
      .constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', 'x')
      .map(
        (type): Change =>
          ({ headers }) => ({ headers: { ...headers, 'content-type': type } }),
      ),
    compressed: fc.constant(({ headers }: GeneratedRequest) => ({
      headers: { ...headers, 'content-encoding': 'gzip' },
    })),
  }
}

function noise({ body, query }: Operation): Record<string, fc.Arbitrary<Change>> {
  const flip = fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 3 }), fc.nat(3)).map(
    ([at, bytes, removed]): Change =>
      ({ body: whole = Buffer.alloc(1) }) => {
        const from = at % whole.length
        return { body: Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(from + removed)]) }
      },
  )
  const printable = fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/)
  const headers = fc
    .tuple(
      fc.constantFrom('traceparent', 'api-version', 'accept', 'cookie', 'authorization', 'x-api-key'),
      printable,
    )
    .map(
      ([name, value]): Change =>
        request => ({ headers: { ...request.headers, [name]: value } }),
    )
  const address = fc.stringMatching(/^[a-z0-9/;,.:@!$&'()*+=_~%-]{0,30}$/)
  return {
    'odd header': headers,
    // One more segment may be the address of another operation.
    'odd address': address
      .filter(tail => !/^\/[^/]+$/.test(tail))
      .map(
        (tail): Change =>
          ({ url }) => ({ url: url.split('?', 1)[0] + tail }),
      ),
    ...(query && { 'odd query': address.map(addQuery) }),
    ...(body && { 'flipped bytes': flip }),
  }
}
