import { Agent, request as httpRequest } from 'node:http'
import { type Operation, operations } from '@parley/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valid } from '../../../../test/http/arbitraries.ts'
import { expectAnyProblem } from '../../../../test/http/expect-problem.ts'
import { type GeneratedRequest, requestTo } from '../../../../test/http/generated-requests.ts'
import { checkOf } from '../../../../test/http/schema-check.ts'
import { createTestServer, listen } from '../../../../test/servers/http.ts'
import { withoutLines } from '../../problem/validation.ts'
import { type Handler, type Input, route } from '../route.ts'

const all = Object.values<Operation>(operations)
/** For each of the operations: 20,000 requests in all. */
const runs = { injected: Math.ceil(17_500 / all.length), overHttp: Math.ceil(2_500 / all.length) }

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const app = createTestServer()
const agent = new Agent({ keepAlive: true })
let port: number
/** What the handlers answer next, and what they were given last. */
let result: unknown
let given: Input<Operation> | undefined
const counts = { sent: 0, accepted: 0, refused: 0 }

beforeAll(async () => {
  for (const operation of all) {
    route(app, operation, (async input => {
      given = input
      return result
    }) as Handler<Operation>)
  }
  port = (await listen(app)).port
})
afterAll(async () => {
  agent.destroy()
  await app.close()
})

describe.each(all)('$id, with requests inside and outside the contract,', operation => {
  const resultOf = valid(operation.result ?? { type: 'null' })
  const judge = judgeOf(operation)
  const property = (sendRequest: (request: GeneratedRequest) => Promise<Answer>) =>
    fc.asyncProperty(requestTo(operation), resultOf, async (request, next) => {
      result = next
      given = undefined
      counts.sent += 1
      judge(request, await sendRequest(request))
    })

  it('answers as the contract says, injected', async () => {
    expectToHold(await fc.check(property(inject), { numRuns: runs.injected }))
  })

  it('answers as the contract says, over HTTP', async () => {
    expectToHold(await fc.check(property(sendOverHttp), { numRuns: runs.overHttp }))
  })
})

it('20,000 requests were sent, and both kinds of response were frequent', () => {
  expect(counts.sent).toBeGreaterThanOrEqual(20_000)
  expect(counts.accepted).toBeGreaterThan(6_000)
  expect(counts.refused).toBeGreaterThan(6_000)
})

/** The report names the seed and the smallest request that fails. */
function expectToHold(details: fc.RunDetails<[GeneratedRequest, unknown]>): void {
  expect(details.failed, fc.defaultReportMessage(details)).toBe(false)
}

function judgeOf(operation: Operation): (request: GeneratedRequest, answer: Answer) => void {
  const [checkResult, checkParams, checkQuery, checkBody] = (
    ['result', 'params', 'query', 'body'] as const
  ).map(part => checkOf(withoutLines(operation[part] ?? {}) as object))
  return ({ owed, input }, answer) => {
    const isSuccess = answer.status < 300
    if (owed !== 'either') expect(isSuccess ? 'success' : 'refusal', answer.body).toBe(owed)
    if (!isSuccess) {
      counts.refused += 1
      expectAnyProblem(answer)
      expect(given).toBeUndefined()
      return
    }
    counts.accepted += 1
    expect(answer.status).toBe(operation.result ? 200 : 204)
    if (operation.result) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      const body: unknown = JSON.parse(answer.body)
      expect(checkResult?.(body)).toEqual([])
      expect(body).toEqual(JSON.parse(JSON.stringify(result)))
    } else {
      expect(answer.body).toBe('')
    }
    // Closed schemas: nothing that the contract does not know has come this far.
    if (operation.params) expect(checkParams?.(given?.params)).toEqual([])
    if (operation.query) expect(checkQuery?.(given?.query)).toEqual([])
    if (operation.body) expect(checkBody?.(given?.body)).toEqual([])
    if (owed === 'success') {
      expect(given).toMatchObject({
        ...input,
        ...(input.body && { body: JSON.parse(JSON.stringify(input.body)) }),
      })
    }
  }
}

async function inject({ method, url, headers, body }: GeneratedRequest): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

function sendOverHttp({ method, url, headers, body }: GeneratedRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const length = body && { 'content-length': String(body.length) }
  const outgoing = httpRequest(
    { agent, host: '127.0.0.1', port, method, path: url, headers: { ...headers, ...length } },
    response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, headers: answered, body: Buffer.concat(chunks).toString() })
      })
      response.on('error', reject)
    },
  )
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}
