import { type Problem as ProblemBody, problems } from '@parley/contract'
import type { Problem } from '../problem/problem.ts'

export interface Occurrence {
  /** Scheme, host and port at which callers reach this service. */
  readonly origin: string
  /** The path of the request, without its query. */
  readonly instance: string
  readonly traceId: string
}

/** Every 400 has `errors`, so that a client can read them without asking first. An empty path is the request itself. */
function detailsOf({ status, message, details }: Problem): unknown {
  if (status !== 400) return details
  return { errors: [{ path: '', message }], ...(details as object | undefined) }
}

export function problemBody(problem: Problem, { origin, instance, traceId }: Occurrence): ProblemBody {
  const { title, retryable } = problems[problem.code]
  const details = detailsOf(problem)
  return {
    type: `${origin}/problems/${problem.code}`,
    title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    traceId,
    retryable,
    ...(details === undefined ? {} : { details }),
  }
}
