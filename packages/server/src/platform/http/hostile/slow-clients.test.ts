import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contacts, messages } from '../../../../test/http/bad-requests.ts'
import { expectProblem } from '../../../../test/http/expect-problem.ts'
import { type Exchange, exchange, requestBytes, send } from '../../../../test/http/raw-client.ts'
import { type Crowd, gatherCrowd } from '../../../../test/people/crowd.ts'
import { type ExampleServer, startExampleServer } from '../../../../test/servers/example-server.ts'
import { clientTimeouts } from '../server.ts'

// How much later than its limit a connection may end: one round of checking, and a busy machine.
const slackMs = clientTimeouts.checkEveryMs + 4_000

let server: ExampleServer
/** Run concurrently, because each of them mostly waits. */
let slow: Record<string, Promise<Exchange>>
let crowd: Promise<Crowd>

const drip = (bytes: string) => (socket: Socket) =>
  setInterval(() => {
    if (socket.writable) socket.write(bytes)
  }, 250)

beforeAll(async () => {
  server = await startExampleServer()
  const { port } = server
  const waitMs = clientTimeouts.requestMs + slackMs
  crowd = gatherCrowd(5_000, contacts, clientTimeouts.headersMs + slackMs)
  const head = (...lines: string[]) =>
    [`POST ${messages} HTTP/1.1`, 'Host: parley.test', 'Content-Type: application/json', ...lines, ''].join(
      '\r\n',
    )
  const start = (bytes: string, more?: string) =>
    exchange(port, bytes, { waitMs, ...(more !== undefined && { drip: drip(more) }) })
  slow = {
    'says nothing': start(''),
    'sends half a request line': start('GET /v1/co'),
    'drips header lines': start(head(), 'X-A: b\r\n'),
    'drips the letters of one header': start(`${head()}X-A: `, 'b'),
    'drips empty lines': start('', '\r\n'),
    'drips a body': start(`${head('Content-Length: 200000')}\r\n{`, ' '),
    'drips chunks': start(`${head('Transfer-Encoding: chunked')}\r\n`, '1\r\n \r\n'),
    'drips a chunk extension': start(`${head('Transfer-Encoding: chunked')}\r\n1;`, 'x'),
    'announces more than it sends': start(`${head('Content-Length: 100')}\r\n{"text":"Hello"}`),
  }
})

afterAll(() => server.app.close())

describe('a client', () => {
  it.each([
    'says nothing',
    'sends half a request line',
    'drips header lines',
    'drips the letters of one header',
    'drips empty lines',
  ])('that %s is disconnected after the header timeout', async name => {
    const { answers, closedByServer, elapsedMs } = (await slow[name]) ?? fail()
    expect(closedByServer).toBe(true)
    expect(elapsedMs).toBeGreaterThan(clientTimeouts.headersMs - 500)
    expect(elapsedMs).toBeLessThan(clientTimeouts.headersMs + slackMs)
    for (const answer of answers) expectProblem(answer, { status: 408, code: 'request_timeout' })
    expect(answers).toHaveLength(1)
  })

  it.each(['drips a body', 'drips chunks', 'drips a chunk extension', 'announces more than it sends'])(
    'that %s gets one error response after the request timeout',
    async name => {
      const { answers, closedByServer, elapsedMs } = (await slow[name]) ?? fail()
      expect(closedByServer).toBe(true)
      expect(elapsedMs).toBeGreaterThan(clientTimeouts.requestMs - 500)
      expect(elapsedMs).toBeLessThan(clientTimeouts.requestMs + slackMs)
      for (const answer of answers) expectProblem(answer, { status: 408, code: 'request_timeout' })
      expect(answers).toHaveLength(1)
    },
  )

  it('that does not read its responses gets no work done beyond what the sockets buffer', async () => {
    const pipelined = 50_000
    const line = `GET ${contacts} HTTP/1.1\r\nHost: parley.test\r\n\r\n`
    const socket = connect({ host: '127.0.0.1', port: server.port })
    socket.on('error', () => {})
    socket.pause()
    socket.write(line.repeat(pipelined))
    let handled = -1
    while (handled !== server.inputs.length) {
      handled = server.inputs.length
      await sleep(300)
    }
    expect(handled).toBeGreaterThan(0)
    expect(handled).toBeLessThan(pipelined)
    expect(await send(server.port, { path: contacts })).toHaveProperty('status', 200)
    socket.destroy()
  })

  it('that hangs up in the middle of its body does no harm and logs no error', async () => {
    const lines: string[] = []
    const logTo = { write: (line: string) => void lines.push(line) }
    const { app, port, inputs } = await startExampleServer({ logLevel: 'debug', logTo })
    const socket = connect({ host: '127.0.0.1', port })
    const whole = requestBytes({
      method: 'POST',
      path: messages,
      headers: [['Content-Type', 'application/json']],
      body: '{"text":"Hello"}',
    })
    socket.write(whole.subarray(0, -4), () => setTimeout(() => socket.resetAndDestroy(), 50))
    await once(socket, 'close')
    await sleep(100)
    expect(lines.filter(line => !line.includes('Server listening'))).toEqual([])
    expect(inputs).toEqual([])
    await app.close()
  })
})

it.each(['', 'GET /v1/co'])('a client that has sent %j does not delay a stop', async bytes => {
  const { app, port } = await startExampleServer()
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  const closed = once(socket, 'close')
  await sleep(50)
  await app.close()
  await closed
  expect(socket.destroyed).toBe(true)
})

it('5,000 idle connections do not slow down the others, and are closed', async () => {
  const { p99, open } = await crowd
  // Below the floor the difference comes from the scheduler or the host, not from us.
  expect(p99.crowded).toBeLessThan(Math.max(3 * p99.alone, 100))
  // On a slow machine the first are closed before the last are measured.
  expect(open.during).toBeGreaterThan(1_000)
  expect(open.after).toBe(0)
})

function fail(): never {
  throw new Error('no such client')
}
