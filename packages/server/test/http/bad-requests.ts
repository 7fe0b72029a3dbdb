import type { ProblemCode } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExampleServer, startExampleServer } from '../servers/example-server.ts'
import { expectProblem } from './expect-problem.ts'
import { exchange, type RequestParts, requestBytes, send } from './raw-client.ts'

export interface BadRequest {
  readonly name: string
  /** Parts of a well-framed request, or its raw bytes. */
  readonly request: RequestParts | string | Buffer
  readonly status?: number
  readonly code?: ProblemCode
  /** The invalid value, which must not appear in the response: clients may log it. */
  readonly hides?: string
  readonly says?: string
}

export interface GoodRequest {
  readonly name: string
  readonly request: RequestParts
  /** Expected input of the handler. */
  readonly receives?: object
}

export const messages = '/v1/text/messaging/messages'
export const contacts = '/v1/core/contact/contacts'
export const groups = '/v1/core/contact/groups'

const json = [['Content-Type', 'application/json']] as const

/** A POST of JSON, from a value or from raw text. */
export const post = (path: string, body: object | string | Buffer): RequestParts => ({
  method: 'POST',
  path,
  headers: json,
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
})

const goodRequest = post(messages, { text: 'Good morning', phone: '+12025550123' })

// Far above the normal time, and far below the time of quadratic work.
const answeredWithinMs = 10_000

/** One server for the tests of a block. */
export function useExampleServer(): () => ExampleServer {
  let server: ExampleServer
  beforeAll(async () => {
    server = await startExampleServer()
  })
  afterAll(() => server.app.close())
  return () => server
}

/** A test for each row: the expected problem, no effect, and the server keeps working. */
export function itRefuses(server: () => ExampleServer, rows: readonly BadRequest[]): void {
  it.each(rows)('refuses $name', async ({ request, status = 400, code = 'invalid_request', hides, says }) => {
    const { port, inputs } = server()
    const before = { inputs: inputs.length, prototype: Reflect.ownKeys(Object.prototype) }
    const isRaw = typeof request === 'string' || Buffer.isBuffer(request)
    const { answers, closedByServer, elapsedMs } = await exchange(
      port,
      isRaw ? request : requestBytes(request),
    )

    expect(answers).toHaveLength(1)
    const [answer] = answers
    if (!answer) return
    const instance = isRaw ? undefined : request.path.split('?', 1)[0]
    const problem = expectProblem(answer, { status, code, ...(instance && { instance }) })
    const told = JSON.stringify([problem.title, problem.detail, problem.details])
    if (hides !== undefined) expect(told).not.toContain(hides)
    if (says !== undefined) expect(told).toContain(says)
    expect(closedByServer).toBe(true)
    expect(elapsedMs).toBeLessThan(answeredWithinMs)

    expect(inputs).toHaveLength(before.inputs)
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before.prototype)
    expect((await send(port, goodRequest)).status).toBe(200)
  })
}

/** A test for each row that looks unusual but is valid. */
export function itAccepts(server: () => ExampleServer, rows: readonly GoodRequest[]): void {
  it.each(rows)('accepts $name', async ({ request, receives }) => {
    const { port, inputs } = server()
    const began = performance.now()
    const answer = await send(port, request)
    expect(answer.status, answer.body).toBeOneOf([200, 204])
    expect(performance.now() - began).toBeLessThan(answeredWithinMs)
    if (receives) expect(inputs.at(-1)).toMatchObject(receives)
  })
}
