import { limits, type ProblemCode } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import {
  contacts,
  groups,
  itAccepts,
  itRefuses,
  messages,
  post,
  useExampleServer,
} from '../../../../test/http/bad-requests.ts'
import { expectProblem } from '../../../../test/http/expect-problem.ts'
import { type RequestParts, requestBytes, send } from '../../../../test/http/raw-client.ts'

const server = useExampleServer()

type Header = readonly [name: string, value: string]

const withHeaders = (...headers: Header[]): RequestParts => ({ path: contacts, headers })
const many = (count: number): Header[] =>
  Array.from({ length: count }, (_, index) => [index.toString(36), ''])

describe('headers', () => {
  const twice = (name: string, value: string) =>
    withHeaders([name, value], [name.toLowerCase(), `${value}-canary`])
  itRefuses(server, [
    ...['Host', 'Authorization', 'X-Api-Key', 'Api-Version', 'Idempotency-Key', 'Traceparent', 'Content-Type']
      .concat('Content-Encoding')
      .map(name => ({ name: `two ${name} headers`, request: twice(name, 'one'), hides: 'canary' })),
    // Host and Connection make up the hundred.
    { name: '101 headers', request: withHeaders(...many(99)) },
    { name: '1,000 headers', request: withHeaders(...many(998)) },
    {
      name: '1,500 headers',
      request: requestBytes(withHeaders(...many(1_498))),
      status: 431,
      code: 'headers_too_large',
    },
    {
      name: '1,000 headers on an address that does not exist',
      request: { ...withHeaders(...many(998)), path: '/' },
    },
    { name: 'no Host', request: `GET ${contacts} HTTP/1.1\r\nConnection: close\r\n\r\n` },
    {
      name: 'a header of 20 kB',
      request: requestWithLongHeader(20_000),
      status: 431,
      code: 'headers_too_large',
      hides: 'canary',
    },
    {
      name: 'a header of 2 MB',
      request: requestWithLongHeader(2_000_000),
      status: 431,
      code: 'headers_too_large',
      hides: 'canary',
    },
  ])
  itAccepts(server, [
    { name: '100 headers', request: withHeaders(...many(98)) },
    { name: 'two headers that may repeat', request: withHeaders(['Accept', 'a/b'], ['Accept', 'c/d']) },
    { name: 'a header of 10 kB', request: withHeaders(['X-Long', 'x'.repeat(10_000)]) },
    { name: 'a header named as a prototype', request: withHeaders(['__proto__', 'x'], ['constructor', 'y']) },
  ])
})

describe('an address', () => {
  const long = 'canary'.repeat(20)
  itRefuses(server, [
    {
      name: 'a long path parameter',
      request: { path: `${contacts}/${long}` },
      status: 414,
      code: 'uri_too_long',
      hides: long,
    },
    {
      name: 'an address of 20 kB',
      request: `GET ${contacts}?search=${'canary'.repeat(3_500)} HTTP/1.1\r\nHost: parley.test\r\n\r\n`,
      status: 431,
      code: 'headers_too_large',
      hides: 'canary',
    },
    ...['%ff', '%', '%zz', '%c0%af', '%ed%a0%80'].map(part => ({
      name: `${part} in the path`,
      request: { path: `${contacts}/${part}` },
    })),
    ...['1%2f2', '1;page=0', '%00', '1%00', '%2e%2e', '..', '.'].map(part => ({
      name: `"${part}" as an id`,
      request: { path: `${contacts}/${part}` },
    })),
    { name: 'NUL', request: `GET ${contacts}/\0 HTTP/1.1\r\nHost: parley.test\r\n\r\n` },
    { name: 'a space', request: `GET ${contacts}/1 2 HTTP/1.1\r\nHost: parley.test\r\n\r\n` },
    {
      name: 'no leading slash',
      request: 'GET canary HTTP/1.1\r\nHost: parley.test\r\nConnection: close\r\n\r\n',
    },
  ])
  itRefuses(
    server,
    [
      '/',
      '/v1',
      '/v1/',
      '/v2/text/messaging/messages',
      `${contacts};page=0`,
      `${contacts}/`,
      `${contacts}/1/`,
    ]
      .concat(`//v1/core/contact/contacts`, contacts.toUpperCase(), '/%2e%2e/etc/passwd')
      .concat(
        '/v1/core%2fcontact/contacts',
        `${contacts}/1/2`,
        `${contacts}/1/groups/2`,
        '/__proto__',
        '/constructor',
      )
      .concat('/v1/core/contact/contacts%00', `/canary?token=canary`)
      .map(path => ({
        name: `${path}, which does not exist`,
        request: { path },
        status: 404,
        code: 'not_found' as const,
        hides: 'canary',
      })),
  )
})

describe('a method', () => {
  const wrong = ['POST', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'LOCK', 'M-SEARCH']
  const row = (method: string, path: string) => ({
    name: `${method} ${path}`,
    request: { method, path },
    status: 405,
    code: 'method_not_allowed' as const,
  })
  itRefuses(server, [
    ...wrong.map(method => row(method, '/v1/text/messaging/consents')),
    row('DELETE', messages),
    row('PATCH', `${contacts}/1`),
    row('GET', '/v1/text/messaging/consent-requests'),
    row('GET', `${contacts}/../groups`),
    { ...row('OPTIONS', '*'), status: 404, code: 'not_found' },
    { ...row('PATCH', '/v1/core'), status: 404, code: 'not_found' },
  ])
  itRefuses(server, [
    { name: 'a method that is none', request: `CANARY / HTTP/1.1\r\nHost: parley.test\r\n\r\n` },
    { name: 'a method in lower case', request: `get ${contacts} HTTP/1.1\r\nHost: parley.test\r\n\r\n` },
    {
      name: 'wrong method with a body that is not JSON',
      request: { ...post(`${contacts}/1`, '{'), method: 'PATCH' },
      status: 405,
      code: 'method_not_allowed',
    },
  ])

  it.each([
    [`${contacts}/1`, 'DELETE, GET, HEAD, PUT'],
    [messages, 'POST'],
  ])('that %s does not have is refused with those it has', async (path, allow) => {
    const { headers } = await send(server().port, { method: 'PATCH', path })
    expect(headers).toMatchObject({ allow })
  })

  it('HEAD gets the same response as GET, without the body', async () => {
    const { port } = server()
    const [head, get] = [
      await send(port, { method: 'HEAD', path: contacts }),
      await send(port, { path: contacts }),
    ]
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })

  it('a refused HEAD gets only the status', async () => {
    const { port } = server()
    expect(await send(port, { method: 'HEAD', path: `${contacts}?page=0` })).toMatchObject({
      status: 400,
      body: '',
    })
    expect(await send(port, { method: 'HEAD', path: messages })).toMatchObject({ status: 405, body: '' })
  })
})

describe('a trace id', () => {
  const own = '4bf92f3577b34da6a3ce929d0e0e4736'
  const paths = [contacts, `${contacts}/0`, '/nothing', `${contacts}/%ff`]
  const traceOf = async (path: string, header?: string) => {
    const answer = await send(server().port, {
      path,
      headers: header === undefined ? [] : [['traceparent', header]],
    })
    const traceId = answer.headers['x-trace-id']
    if (answer.status >= 400) expect(JSON.parse(answer.body)).toHaveProperty('traceId', traceId)
    return traceId
  }

  it.each(paths)('is taken from the caller at %s', async path => {
    expect(await traceOf(path, `00-${own}-00f067aa0ba902b7-01`)).toBe(own)
    expect(await traceOf(path, `cc-${own}-00f067aa0ba902b7-01-what-comes-later`)).toBe(own)
  })

  it.each(
    Object.entries({
      nothing: '',
      'the id of zeros': `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      'the parent of zeros': `00-${own}-${'0'.repeat(16)}-01`,
      'version ff': `ff-${own}-00f067aa0ba902b7-01`,
      'upper case': `00-${own.toUpperCase()}-00f067aa0ba902b7-01`,
      'version 00 with trailing data': `00-${own}-00f067aa0ba902b7-01-more`,
      'one character too few': `00-${own.slice(1)}-00f067aa0ba902b7-01`,
      'one character too many': `00-${own}0-00f067aa0ba902b7-01`,
      'no parent': `00-${own}`,
      'the id alone': own,
      '10 kB': `00-${own}-00f067aa0ba902b7-01-${'x'.repeat(10_000)}`,
      '10 kB of digits': 'a'.repeat(10_000),
      'a percent-encoded line break': `00-${own}%0d%0a-00f067aa0ba902b7-01`,
      'a tab': `00-${own}\t-00f067aa0ba902b7-01`,
    }),
  )('is generated if the caller sends %s', async (_, header) => {
    const [one, two] = [await traceOf(contacts, header), await traceOf(`${contacts}/0`, header)]
    for (const traceId of [one, two]) {
      expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
      expect(traceId).not.toBe(own)
    }
    expect(one).not.toBe(two)
  })

  it('lets no line break into a response header', async () => {
    const answer = await send(server().port, {
      path: contacts,
      headers: [['traceparent', `00-${own}-00f067aa0ba902b7-01\r\nX-Injected: canary`]],
    })
    expect(JSON.stringify(answer)).not.toContain('canary')
  })
})

describe('the API-Version header', () => {
  const version = (value: string): RequestParts => withHeaders(['API-Version', value])
  itRefuses(
    server,
    ['2', '2.0', '0', '11', '10', '01', '-1', 'abc', 'v1', '1,2', '1.', '1.x', '1.0.0.0', 'canary', ''].map(
      value => ({
        name: `version "${value}"`,
        request: version(value),
        code: 'version_mismatch' as ProblemCode,
        hides: 'canary',
      }),
    ),
  )
  itAccepts(
    server,
    ['1', '1.0', '1.0.0', '1.1', '1.12.3', '  1  '].map(value => ({
      name: `version "${value}"`,
      request: version(value),
    })),
  )
})

describe('the Idempotency-Key header', () => {
  const keyed = (key: string): RequestParts => {
    const { headers = [], ...parts } = post(groups, { name: 'Retirement planning' })
    return { ...parts, headers: [...headers, ['Idempotency-Key', key]] }
  }
  const { idempotencyKeyCharacters: max } = limits
  itRefuses(server, [
    { name: 'an empty key', request: keyed('') },
    { name: 'a blank key', request: keyed('   ') },
    { name: 'one character too many', request: keyed('k'.repeat(max + 1)), hides: 'kkk' },
    { name: 'a tab inside', request: keyed('canary\tkey'), hides: 'canary' },
    { name: 'a letter outside ASCII', request: keyed('canary-é'), hides: 'canary' },
    { name: 'UTF-8', request: keyed(Buffer.from('canary-😀').toString('latin1')), hides: 'canary' },
    ...['\0', '\u0001', '\u001b', '\u007f', '\r', '\n'].map(character => ({
      name: `the control character ${JSON.stringify(character)}`,
      request: requestLatin1(`canary${character}key`),
      hides: 'canary',
    })),
  ])
  itAccepts(server, [
    { name: 'the longest key', request: keyed('k'.repeat(max)) },
    { name: 'a UUID', request: keyed('019a7c0e-5a51-7c3e-9f0a-2b6d1c7e4f10') },
    { name: 'a key with a space inside', request: keyed('a b') },
    { name: 'an odd key where it means nothing', request: withHeaders(['Idempotency-Key', '']) },
  ])

  it('is refused with a line break that starts another header line', async () => {
    const answer = await send(server().port, keyed('one\r\nIdempotency-Key: two'))
    expectProblem(answer, { status: 400, code: 'invalid_request' })
  })
})

function requestWithLongHeader(length: number): string {
  return `GET ${contacts} HTTP/1.1\r\nHost: parley.test\r\nX-Long: ${'canary'.repeat(Math.ceil(length / 6))}\r\n\r\n`
}

/** With a Content-Length that fits, so that only the key is wrong. */
function requestLatin1(key: string): string {
  return `POST ${groups} HTTP/1.1\r\nHost: parley.test\r\nContent-Type: application/json\r\nContent-Length: 2\r\nIdempotency-Key: ${key}\r\nConnection: close\r\n\r\n{}`
}
