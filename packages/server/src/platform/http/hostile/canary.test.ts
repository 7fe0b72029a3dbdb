import { randomBytes } from 'node:crypto'
import { operations } from '@parley/contract'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contacts, messages, post } from '../../../../test/http/bad-requests.ts'
import { exchange, type RequestParts, requestBytes } from '../../../../test/http/raw-client.ts'
import { createTestServer, listen } from '../../../../test/servers/http.ts'
import { Problem } from '../../problem/problem.ts'
import { createLogger } from '../../telemetry/logger.ts'
import { route } from '../route.ts'

// Each canary has a core that no encoding of an address, a header or JSON changes.
const core = () => randomBytes(6).toString('hex')
const digits = () => String(10 ** 9 + (randomBytes(4).readUInt32BE() % 9e9)).slice(0, 10)
const cores = {
  text: core(),
  phone: digits(),
  email: core(),
  token: core(),
  key: core(),
  idempotency: core(),
}
const canary = {
  text: `Dear ${cores.text}, "your" form\nis ready`,
  phone: `+1${cores.phone}`,
  email: `${cores.email}@mail.test`,
  token: `eyJ${cores.token}.e30.x`,
  key: `pk_live_${cores.key}`,
  idempotency: `order-${cores.idempotency}`,
}
const everything = Object.values(canary).join(' ')

const lines: string[] = []
const logTo = { write: (line: string) => void lines.push(line) }

/** The names of the canaries that are in the log. */
const leaks = () =>
  Object.entries(cores).flatMap(([name, value]) => (lines.some(line => line.includes(value)) ? [name] : []))

const app = createTestServer({ logLevel: 'trace', logTo })
let port: number
let crash: () => unknown = () => undefined

beforeAll(async () => {
  route(app, operations.sendMessage, async () => crash() as never)
  route(app, operations.getContact, async () => crash() as never)
  route(app, operations.searchContacts, async () => crash() as never)
  port = (await listen(app)).port
})
afterAll(() => app.close())
beforeEach(() => {
  lines.length = 0
  crash = () => undefined
})

const secretHeaders: RequestParts['headers'] = [
  ['Authorization', `Bearer ${canary.token}`],
  ['X-Api-Key', canary.key],
  ['Idempotency-Key', canary.idempotency],
  ['Cookie', `session=${canary.token}; mail=${canary.email}`],
  ['Referer', `https://app.test/?phone=${encodeURIComponent(canary.phone)}`],
  ['User-Agent', canary.email],
  ['X-Forwarded-For', canary.phone],
  ['traceparent', `00-${canary.token}`],
]
const query = new URLSearchParams({ ...canary, search: canary.text }).toString()
const body = { text: canary.text, phone: canary.phone, emailAddress: canary.email, token: canary.token }
const withSecrets = (parts: RequestParts): RequestParts => ({
  ...parts,
  headers: [...(parts.headers ?? []), ...secretHeaders],
})

async function statusOf(request: RequestParts | string): Promise<number | undefined> {
  const bytes = typeof request === 'string' ? request : requestBytes(withSecrets(request))
  const { answers } = await exchange(port, bytes)
  return answers[0]?.status
}

describe('no log line leaks data from', () => {
  const text = JSON.stringify(body)
  const requests: Record<string, readonly [status: number, request: RequestParts | string]> = {
    'an unknown address': [404, { path: `/${canary.token}/${canary.email}?${query}` }],
    'an unknown method': [405, { ...post(messages, body), method: 'PATCH' }],
    'a body that is not JSON': [400, post(messages, `${text}${canary.text}`)],
    'a truncated body': [400, post(messages, text.slice(0, -2))],
    'a body that is not UTF-8': [
      400,
      post(messages, Buffer.concat([Buffer.from(text), Buffer.from([0xff])])),
    ],
    'a key given twice': [400, post(messages, `{"${canary.email}":1,"${canary.email}":2}`)],
    'an invalid field': [
      400,
      post(messages, { ...body, phone: `tel:${canary.phone}`, frequency: canary.text }),
    ],
    'a field that is missing': [400, post(messages, { emailAddress: canary.email, token: canary.token })],
    'another media type': [
      415,
      { ...post(messages, text), headers: [['Content-Type', `text/${cores.text}`]] },
    ],
    'a body that is too large': [413, post(messages, text.padEnd(300_000, canary.text))],
    'an invalid query': [400, { path: `${contacts}?page=${cores.phone}x&sortBy=${cores.text}&${query}` }],
    'a query that is not UTF-8': [400, { path: `${contacts}?search=${cores.text}%ff` }],
    'an invalid id': [400, { path: `${contacts}/${encodeURIComponent(canary.phone)}` }],
    'an id that is too long': [414, { path: `${contacts}/${canary.token.repeat(10)}` }],
    'an address that is not UTF-8': [400, { path: `${contacts}/${canary.token}%ff` }],
    'an unknown version': [400, { path: contacts, headers: [['API-Version', canary.token]] }],
    'a header given twice': [400, { path: contacts, headers: [['Authorization', canary.token]] }],
    'headers that are too large': [
      431,
      { path: contacts, headers: [['X-Long', canary.token.repeat(2_000)]] },
    ],
    'bytes that are not HTTP': [400, `${canary.token} ${canary.phone}\r\n\r\n`],
    'a header that is broken': [400, `GET / HTTP/1.1\r\n${canary.token}\r\n\r\n`],
    'an expectation': [400, `GET / HTTP/1.1\r\nHost: x\r\nExpect: ${canary.token}\r\n\r\n`],
    'a tunnel': [404, `CONNECT ${canary.token}:443 HTTP/1.1\r\nHost: x\r\n\r\n`],
  }

  it.each(Object.entries(requests))('%s', async (_, [status, request]) => {
    expect(await statusOf(request)).toBe(status)
    expect(leaks()).toEqual([])
  })

  it('a request that succeeds', async () => {
    crash = () => ({ successes: [], failures: [everything], failureDetails: [] })
    expect(await statusOf({ ...post(messages, body), path: `${messages}?${query}` })).toBe(200)
    expect(lines.join('')).toContain('"msg":"answered"')
    expect(leaks()).toEqual([])
  })
})

describe('no log line leaks data from a crash:', () => {
  const raise = (error: unknown) => () => {
    throw error
  }
  const rewritten = (message: string, later: string) => {
    const error = new Error(message)
    // The stack, which includes the message, is built when it is first read.
    expect(error.stack).toContain(message)
    error.message = later
    return error
  }
  const ofDatabase = () =>
    Object.assign(new DatabaseError(`duplicate key value ${everything}`, 1, 'error'), {
      code: '23505',
      constraint: 'contact_phone_key',
      detail: `Key (phone)=(${canary.phone}) already exists.`,
      where: `COPY contact, line 1: "${everything}"`,
      hint: canary.email,
      internalQuery: everything,
      table: canary.text,
      column: canary.text,
    })
  const circular = new Error(everything)
  circular.cause = circular
  const frame = `oops\n    at ${cores.token} (/home/${cores.email}:1:2)\n    at ${cores.phone}:1:1`

  const crashes: Record<string, () => unknown> = {
    'its message': raise(new Error(everything)),
    'its cause': raise(new Error('outer', { cause: new TypeError(everything, { cause: everything }) })),
    'its properties': raise(
      Object.assign(new Error('x'), body, {
        body,
        url: everything,
        sql: everything,
        parameters: [everything],
      }),
    ),
    'its name': raise(Object.assign(new Error(everything), { name: everything })),
    'its code': raise(
      Object.assign(new Error('x'), { code: canary.key, constraint: canary.text, syscall: canary.phone }),
    ),
    'its code of digits': raise(
      Object.assign(new Error('x'), { code: cores.phone, constraint: canary.email }),
    ),
    'its stack': raise(Object.assign(new Error('x'), { stack: everything })),
    'the errors it aggregates': raise(new AggregateError([new Error(everything), everything], everything)),
    'a line that looks like a frame': raise(new Error(frame)),
    'such a line in a cause': raise(new Error('x', { cause: new Error(frame) })),
    'such a line in a message that was changed': raise(rewritten(frame, 'redacted')),
    'such a line in a message that was emptied': raise(rewritten(frame, '')),
    'circular causes': raise(circular),
    'a database error': () => raise(ofDatabase())(),
    'a database error as a cause': () => raise(new Error('x', { cause: ofDatabase() }))(),
    'a string': raise(everything),
    'an object': raise({ ...body, message: everything, stack: everything, code: canary.key }),
    'a list': raise([everything]),
    null: raise(null),
    nothing: raise(undefined),
    'a symbol': raise(Symbol(everything)),
    'a number': raise(Number(cores.phone)),
    'one of our own problems': raise(
      new Problem('downstream_unavailable', everything, { details: body, cause: new Error(everything) }),
    ),
    'a refusal that the operation does not document': raise(
      new Problem('conflict', everything, { cause: new Error(everything) }),
    ),
    'a result of the wrong shape': () => ({
      successes: [{ messageId: canary.text, memberId: canary.phone }],
    }),
    'a result that cannot be read': () => ({
      get successes() {
        throw new Error(everything)
      },
    }),
  }

  it.each(Object.entries(crashes))('%s', async (_, thrown) => {
    crash = thrown
    expect(await statusOf(post(messages, { text: canary.text, phone: canary.phone }))).toBeOneOf([500, 502])
    expect(lines.join('')).toContain('"level":"error"')
    expect(leaks()).toEqual([])
  })

  it('a refusal caused by the caller', async () => {
    crash = raise(new Problem('invalid_request', everything, { details: body, cause: new Error(everything) }))
    expect(await statusOf(post(messages, { text: canary.text, phone: canary.phone }))).toBe(400)
    expect(leaks()).toEqual([])
  })

  it('but the log names the error and where it was thrown', async () => {
    crash = () => raise(ofDatabase())()
    await statusOf(post(messages, { text: canary.text, phone: canary.phone }))
    const line = lines.find(each => each.includes('"level":"error"')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      err: { type: 'DatabaseError', code: '23505', constraint: 'contact_phone_key' },
    })
    expect(line).toContain('canary.test.ts')
  })
})

describe('a careless log call', () => {
  const log = createLogger('trace', logTo)

  it.each([
    ['an error alone', () => log.error(new Error(everything))],
    ['an error without a message', () => log.error({ err: new Error(everything) })],
    ['an error with a message', () => log.warn({ err: new Error(everything) }, everything)],
    ['fields with known names', () => log.info({ ...body, apiKey: canary.key, params: [everything] }, 'x')],
    [
      'fields one level down',
      () => log.info({ contact: body, request: { headers: { a: everything }, url: everything } }, 'x'),
    ],
    ['a child with fields', () => log.child({ phone: canary.phone, caller: body }).info('x')],
  ])('does not leak %s', (_, write) => {
    write()
    expect(lines).toHaveLength(1)
    expect(leaks()).toEqual([])
  })

  it('in a form that is not redacted is detected by this test', () => {
    for (const [name, value] of Object.entries(canary)) {
      lines.length = 0
      log.trace({ note: value }, 'x')
      expect(leaks()).toEqual([name])
    }
  })
})
