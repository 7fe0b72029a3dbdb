import { expect } from 'vitest'
import { expectProblem } from './expect-problem.ts'
import type { Answer } from './raw-client.ts'

/** Checks a response to a request beyond the limit, and returns its Retry-After. */
export function expectTooMany(answer: Answer, instance: string): number {
  const problem = expectProblem(answer, { status: 429, code: 'rate_limited', instance })
  expect(Object.keys(problem)).toHaveLength(8)
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(answer.headers['ratelimit']).toMatch(/^"burst";r=\d+;t=\d+(, "daily";r=\d+;t=\d+)?$/)
  return Number(answer.headers['retry-after'])
}
