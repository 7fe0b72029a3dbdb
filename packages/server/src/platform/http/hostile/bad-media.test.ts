import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { limits } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import {
  contacts,
  itAccepts,
  itRefuses,
  messages,
  post,
  useExampleServer,
} from '../../../../test/http/bad-requests.ts'
import { expectProblem } from '../../../../test/http/expect-problem.ts'
import { exchange, type RequestParts } from '../../../../test/http/raw-client.ts'

const server = useExampleServer()

const body = JSON.stringify({ text: 'Hello', phone: '+12025550123' })
const typed = (...types: string[]): RequestParts => ({
  method: 'POST',
  path: messages,
  headers: types.map(type => ['Content-Type', type] as const),
  body,
})
const encoded = (encoding: string, bytes: string | Buffer): RequestParts => ({
  method: 'POST',
  path: messages,
  headers: [
    ['Content-Type', 'application/json'],
    ['Content-Encoding', encoding],
  ],
  body: bytes,
})
const unsupported = { status: 415, code: 'unsupported_media_type' } as const
const tooLarge = { status: 413, code: 'payload_too_large' } as const

describe('a media type', () => {
  itRefuses(server, [
    { name: 'no type', request: typed(), ...unsupported },
    ...['text/plain', 'text/json', 'application/xml', 'text/xml', 'application/jsonx', 'application/json5']
      .concat(
        'application/vnd.api+json',
        'application/problem+json',
        'application/*+json',
        '*/*',
        'json',
        '/',
        '',
      )
      .concat(
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/octet-stream',
      )
      .concat(
        'application/json; charset=utf-16',
        'application/json; charset=utf-16le',
        'application/json; charset=latin-1',
      )
      .concat(
        'application/json; charset=iso-8859-1',
        'application/json;charset="utf-16"',
        'application/json; charset=utf-7',
      )
      .concat(
        'application/json; CHARSET=UTF-32',
        'application/json; charset=',
        'application/json, text/plain',
      )
      .map(type => ({ name: `"${type}"`, request: typed(type), ...unsupported })),
    { name: 'two types', request: typed('application/json', 'text/plain') },
  ])
  itRefuses(server, [
    {
      name: 'text/plain with PUT',
      request: { ...typed('text/plain'), method: 'PUT', path: `${contacts}/5121` },
      ...unsupported,
    },
  ])
  itAccepts(
    server,
    [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'APPLICATION/JSON',
    ]
      .concat('application/json; charset=utf8', 'application/json; other=1')
      .map(type => ({ name: type, request: typed(type) })),
  )
})

describe('a body where the operation takes none', () => {
  const bodies: readonly RequestParts[] = ['application/json', 'text/plain', 'application/xml', ''].map(
    type => ({
      path: `${contacts}/5121`,
      headers: type === '' ? [] : [['Content-Type', type]],
      body: 'canary',
    }),
  )
  itAccepts(
    server,
    ['GET', 'DELETE'].flatMap(method =>
      bodies.map(parts => ({
        name: `${method} with a body of type "${parts.headers?.[0]?.[1] ?? ''}", unread`,
        request: { ...parts, method },
      })),
    ),
  )
  itAccepts(server, [
    {
      name: 'DELETE with a media type but no body',
      request: {
        method: 'DELETE',
        path: `${contacts}/5121`,
        headers: [['Content-Type', 'application/json']],
      },
    },
  ])
})

describe('a compressed body', () => {
  // 50 MB of zeros in 50 kB: it must be refused because of its encoding, not its size.
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
  itRefuses(server, [
    { name: 'gzip', request: encoded('gzip', gzipSync(body)), ...unsupported },
    { name: 'GZIP', request: encoded('GZIP', gzipSync(body)), ...unsupported },
    { name: 'deflate', request: encoded('deflate', deflateSync(body)), ...unsupported },
    { name: 'br', request: encoded('br', brotliCompressSync(body)), ...unsupported },
    { name: 'two codings', request: encoded('identity, gzip', gzipSync(body)), ...unsupported },
    { name: 'a coding that is none', request: encoded('canary', body), ...unsupported, hides: 'canary' },
    { name: 'a bomb', request: encoded('gzip', bomb), ...unsupported },
    { name: 'gzip that does not say so', request: post(messages, gzipSync(body)) },
  ])
  itAccepts(server, [{ name: 'identity', request: encoded('identity', body) }])
})

describe('a body that is too large', () => {
  const ofBytes = (length: number) => post(messages, body.padEnd(length))
  itRefuses(server, [
    { name: 'one byte over the limit', request: ofBytes(limits.bodyBytes + 1), ...tooLarge },
    { name: '2 MB', request: ofBytes(2 * 1024 * 1024), ...tooLarge },
    { name: '2 MB that is not JSON', request: post(messages, Buffer.alloc(2 * 1024 * 1024)), ...tooLarge },
  ])
  itAccepts(server, [{ name: 'the limit itself', request: ofBytes(limits.bodyBytes) }])

  const head = (length: string) =>
    `POST ${messages} HTTP/1.1\r\nHost: parley.test\r\nContent-Type: application/json\r\n${length}\r\n\r\n`

  it('refuses endless chunks, and closes the connection', async () => {
    const chunk = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, ' '), Buffer.from('\r\n')])
    let written = 0
    const { answers, closedByServer } = await exchange(server().port, head('Transfer-Encoding: chunked'), {
      drip: socket =>
        setInterval(() => {
          if (socket.writable) socket.write(chunk)
          written += chunk.length
        }, 1),
    })
    expect(answers).toHaveLength(1)
    if (answers[0]) expectProblem(answers[0], { ...tooLarge, instance: messages })
    expect(closedByServer).toBe(true)
    expect(written).toBeLessThan(20 * limits.bodyBytes)
  })

  it.each(['262145', '99999999999', '9007199254740993'])(
    'refuses a Content-Length of %s before the body arrives, and closes the connection',
    async length => {
      const { answers, closedByServer } = await exchange(server().port, head(`Content-Length: ${length}`))
      expect(answers).toHaveLength(1)
      if (answers[0]) expectProblem(answers[0], { ...tooLarge, instance: messages })
      expect(closedByServer).toBe(true)
    },
  )

  it('reads no more than Content-Length, and refuses the rest as a separate request', async () => {
    const { answers, closedByServer } = await exchange(server().port, `${head('Content-Length: 5')}${body}`)
    for (const answer of answers) expectProblem(answer, { status: 400, code: 'invalid_request' })
    expect(answers.length).toBeGreaterThan(0)
    expect(closedByServer).toBe(true)
  })
})
