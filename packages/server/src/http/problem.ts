import { type Problem as ProblemBody, type ProblemCode, problems } from '@parley/contract'

interface ProblemOptions {
  /** Sent to the caller. */
  readonly details?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** HTTP's own word where the table has none: 408, 414 or 431. */
  readonly status?: number
  /** Kept for the log, never sent. */
  readonly cause?: unknown
}

/** A whole request that failed: what the caller is told in public, and the cause that only the log sees. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly details: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.status = options.status ?? problems[code].status
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

export interface Occurrence {
  /** Scheme, host and port that callers reach this service by. */
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
