import { describe, expect, it } from 'vitest'
import { contacts, itRefuses, messages, useExampleServer } from '../../../../test/http/bad-requests.ts'
import { expectProblem } from '../../../../test/http/expect-problem.ts'
import { exchange, requestBytes } from '../../../../test/http/raw-client.ts'

const server = useExampleServer()

const body = '{"text":"Hello","phone":"+12025550123"}'
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const hidden = 'GET /canary HTTP/1.1\r\nHost: parley.test\r\n\r\n'

/** A POST with these header lines, then these bytes. */
const raw = (lines: readonly string[], bytes: string, lineEnd = '\r\n') =>
  [`POST ${messages} HTTP/1.1`, 'Host: parley.test', 'Content-Type: application/json', ...lines, '', ''].join(
    lineEnd,
  ) + bytes

describe('a request that two parsers would split differently', () => {
  itRefuses(server, [
    {
      name: 'Content-Length and Transfer-Encoding',
      request: raw(['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked + hidden),
    },
    {
      name: 'Transfer-Encoding and Content-Length',
      request: raw(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked + hidden),
    },
    { name: 'two lengths', request: raw(['Content-Length: 39', 'Content-Length: 4'], body + hidden) },
    { name: 'the same length twice', request: raw(['Content-Length: 39', 'Content-Length: 39'], body) },
    { name: 'a list of lengths', request: raw(['Content-Length: 39, 4'], body) },
    { name: 'a length with a plus sign', request: raw(['Content-Length: +39'], body) },
    { name: 'a negative length', request: raw(['Content-Length: -1'], body) },
    { name: 'a hexadecimal length', request: raw(['Content-Length: 0x27'], body) },
    { name: 'a length past 2^64', request: raw(['Content-Length: 18446744073709551617'], body) },
    { name: 'an empty length', request: raw(['Content-Length: '], body) },
    {
      name: 'chunked twice',
      request: raw(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], chunked),
    },
    {
      name: 'chunked and then another coding',
      request: raw(['Transfer-Encoding: chunked, gzip'], chunked + hidden),
    },
    { name: 'xchunked', request: raw(['Transfer-Encoding: xchunked'], chunked + hidden) },
    { name: 'identity', request: raw(['Transfer-Encoding: identity'], chunked + hidden) },
    { name: 'bare line feeds', request: raw(['Content-Length: 39'], body, '\n') },
    {
      name: 'a bare line feed between headers',
      request: raw(['X-A: a\nX-B: b', 'Content-Length: 39'], body),
    },
    { name: 'a bare carriage return', request: raw(['X-A: a\rX-B: b', 'Content-Length: 39'], body) },
    { name: 'a folded header', request: raw(['X-A: a', ' b', 'Content-Length: 39'], body) },
    { name: 'a folded Transfer-Encoding', request: raw(['Transfer-Encoding:', ' chunked'], chunked) },
    { name: 'NUL in a header', request: raw(['X-A: a\0b', 'Content-Length: 39'], body) },
    { name: 'NUL in the name of a header', request: raw(['X\0A: a', 'Content-Length: 39'], body) },
    { name: 'a space before the colon', request: raw(['Content-Length : 39'], body) },
    { name: 'a space before the name', request: raw([' Content-Length: 39'], body) },
    {
      name: 'a header without a colon',
      request: raw(['canary', 'Content-Length: 39'], body),
      hides: 'canary',
    },
    {
      name: 'a header without a name',
      request: raw([': canary', 'Content-Length: 39'], body),
      hides: 'canary',
    },
  ])
})

describe('malformed chunks', () => {
  const chunks = (bytes: string) => raw(['Transfer-Encoding: chunked'], bytes)
  itRefuses(server, [
    { name: 'a chunk size past 2^64', request: chunks(`FFFFFFFFFFFFFFFFF\r\n${body}`) },
    { name: 'a chunk size that is none', request: chunks(`canary\r\n${body}`), hides: 'canary' },
    { name: 'a negative chunk size', request: chunks(`-1\r\n${body}`) },
    { name: 'a chunk size with 0x', request: chunks(`0x27\r\n${body}\r\n0\r\n\r\n`) },
    { name: 'a chunk longer than its size', request: chunks(`4\r\n${body}\r\n0\r\n\r\n`) },
    { name: 'chunks with bare line feeds', request: chunks(chunked.replaceAll('\r\n', '\n')) },
    {
      name: 'a flood of chunk extensions',
      request: chunks(`27;${'canary=1;'.repeat(4_000)}\r\n${body}\r\n0\r\n\r\n`),
      status: 413,
      code: 'payload_too_large',
      hides: 'canary',
    },
  ])

  it('after a response cause no second response', async () => {
    const head = raw(['Transfer-Encoding: chunked'], '').replace('application/json', 'text/plain')
    const { answers, closedByServer } = await exchange(server().port, `${head}27\r\n${body}\r\n`, {
      drip: socket => setInterval(() => socket.writable && socket.write('canary\r\n'), 200),
    })
    expect(answers.map(({ status }) => status)).toEqual([415])
    expect(closedByServer).toBe(true)
  })

  it('are distinguished from valid chunks', async () => {
    const lines = ['Transfer-Encoding: chunked', 'Connection: close']
    const extended = chunked
      .replace('\r\n', ';name=value\r\n')
      .replace(/0\r\n\r\n$/, '0\r\nX-Trailer: a\r\n\r\n')
    for (const bytes of [chunked, extended]) {
      const { answers } = await exchange(server().port, raw(lines, bytes))
      expect(answers.map(({ status }) => status)).toEqual([200])
    }
  })
})

describe('unusual HTTP', () => {
  const simple = (line: string, ...headers: string[]) =>
    [line, 'Host: parley.test', ...headers, '', ''].join('\r\n')
  itRefuses(server, [
    {
      name: 'an unknown expectation',
      request: raw(['Expect: canary', 'Content-Length: 39'], body),
      hides: 'canary',
    },
    {
      name: 'CONNECT',
      request: simple('CONNECT canary:443 HTTP/1.1'),
      status: 404,
      code: 'not_found',
      hides: 'canary',
    },
    { name: 'a TLS greeting', request: Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]) },
    { name: 'the preface of HTTP/2', request: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
    { name: 'a version to come', request: simple(`GET ${contacts} HTTP/3.0`) },
    { name: 'no version', request: `GET ${contacts}\r\n\r\n` },
    { name: 'garbage', request: 'canary canary canary\r\n\r\n', hides: 'canary' },
    { name: 'an SSH greeting', request: 'SSH-2.0-OpenSSH_9.9\r\n' },
  ])

  it('an offer to upgrade gets a normal response', async () => {
    const offer = simple(`GET ${contacts} HTTP/1.1`, 'Connection: Upgrade, close', 'Upgrade: h2c, websocket')
    const { answers } = await exchange(server().port, offer)
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  it('a client that expects 100 Continue gets it', async () => {
    const lines = ['Expect: 100-continue', 'Content-Length: 39', 'Connection: close']
    const { answers } = await exchange(server().port, raw(lines, body))
    expect(answers.map(({ status }) => status)).toEqual([200])
  })
})

describe('several requests on one connection', () => {
  const good = `GET ${contacts} HTTP/1.1\r\nHost: parley.test\r\n\r\n`

  it('are answered in order', async () => {
    const last = requestBytes({ path: '/nothing' }).toString()
    const { answers } = await exchange(server().port, good + good + last)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  })

  it('that end in garbage each get their response, then the refusal, then the connection closes', async () => {
    const { answers, closedByServer } = await exchange(server().port, `${good + good}canary\r\n\r\n${good}`)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
    if (answers[2]) expectProblem(answers[2], { status: 400, code: 'invalid_request' })
    expect(closedByServer).toBe(true)
  })

  it('continue after a refusal whose end is unambiguous', async () => {
    const refused = `GET ${contacts}?page=0 HTTP/1.1\r\nHost: parley.test\r\n\r\n`
    const { answers } = await exchange(server().port, refused + requestBytes({ path: contacts }).toString())
    expect(answers.map(({ status }) => status)).toEqual([400, 200])
  })
})
