import { Problem, type ProblemCode, problems } from '@parley/contract'
import { expect } from 'vitest'
import { testOrigin } from '../servers/http.ts'
import { checkOf } from './schema-check.ts'

const checkProblem = checkOf(Problem)

interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

interface Expected {
  readonly status: number
  readonly code: ProblemCode
  /** The path of the request, if the server could parse it. */
  readonly instance?: string
}

/** Checks what every refused request must return. */
export function expectProblem(response: Response, expected: Expected): Problem {
  expect(response.status, response.body).toBe(expected.status)
  const problem = expectAnyProblem(response)
  expect(problem.code).toBe(expected.code)
  if (expected.instance !== undefined) expect(problem.instance).toBe(expected.instance)
  return problem
}

/** The same if only the class of the status is known: an error of the caller. */
export function expectAnyProblem({ status, headers, body }: Response): Problem {
  expect(status, body).toBeGreaterThanOrEqual(400)
  expect(status, body).toBeLessThan(500)
  expect(headers['content-type']).toBe('application/problem+json')
  const problem = JSON.parse(body) as Problem
  expect(checkProblem(problem), body).toEqual([])
  const { title, retryable, status: documented } = problems[problem.code]
  expect(problem).toMatchObject({ title, retryable, status })
  expect(status).toBe(documented)
  if (status === 400)
    expect(problem.details, body).toMatchObject({
      errors: expect.arrayContaining([{ path: expect.any(String), message: expect.stringMatching(/^\S/) }]),
    })
  expect(body).not.toMatch(/must NOT|must match pattern|must be [<>]=/)
  expect(problem.traceId).toBe(headers['x-trace-id'])
  expect(problem.type).toBe(`${testOrigin}/problems/${problem.code}`)
  expect(problem.instance).not.toContain('?')
  expect(headers['cache-control']).toBe('no-store')
  return problem
}
