import { type Problem as ProblemBody, problems } from '@parley/contract'
import type { Problem } from '../problem/problem.ts'

export interface Occurrence {
  /** Scheme, host and port at which callers reach this service. */
  readonly origin: string
  /** The path of the request, without its query. */
  readonly instance: string
  readonly traceId: string
}

export function problemBody(problem: Problem, { origin, instance, traceId }: Occurrence): ProblemBody {
  const { title, retryable } = problems[problem.code]
  return {
    type: `${origin}/problems/${problem.code}`,
    title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    traceId,
    retryable,
    ...(problem.details === undefined ? {} : { details: problem.details }),
  }
}
