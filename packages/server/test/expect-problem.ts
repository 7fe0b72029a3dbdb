import { Problem, type ProblemCode, problems } from '@parley/contract'
import { expect } from 'vitest'
import { testOrigin } from './http.ts'
import { checkOf } from './schema-check.ts'

const checkProblem = checkOf(Problem)

/** HTTP has words of its own for too slow, address too long and headers too large. */
const ownStatuses = [408, 414, 431]

interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

interface Expected {
  readonly status: number
  readonly code: ProblemCode
  /** The path of the request, where the server got far enough to know it. */
  readonly instance?: string
}

/** Everything that is owed whenever a request is refused, however it is refused. */
export function expectProblem(response: Response, expected: Expected): Problem {
  expect(response.status, response.body).toBe(expected.status)
  const problem = expectAnyProblem(response)
  expect(problem.code).toBe(expected.code)
  if (expected.instance !== undefined) expect(problem.instance).toBe(expected.instance)
  return problem
}

/** The same for a refusal of which only this is known: that it is one, and the caller's fault. */
export function expectAnyProblem({ status, headers, body }: Response): Problem {
  expect(status, body).toBeGreaterThanOrEqual(400)
  expect(status, body).toBeLessThan(500)
  expect(headers['content-type']).toBe('application/problem+json')
  const problem = JSON.parse(body) as Problem
  expect(checkProblem(problem), body).toEqual([])
  const { title, retryable, status: usual } = problems[problem.code]
  expect(problem).toMatchObject({ title, retryable, status })
  expect(status).toBeOneOf([usual, ...ownStatuses])
  expect(problem.traceId).toBe(headers['x-trace-id'])
  expect(problem.type).toBe(`${testOrigin}/problems/${problem.code}`)
  expect(problem.instance).not.toContain('?')
  expect(headers['cache-control']).toBe('no-store')
  return problem
}
