import { type ProblemCode, problems } from '@parley/contract'
import type { Remedy } from './remedy.ts'

interface ProblemOptions {
  /** Sent to the caller. */
  readonly details?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Only logged, never sent. */
  readonly cause?: unknown
  /** Shown on a terminal, never sent. */
  readonly remedies?: readonly Remedy[]
}

/** A failed request: the public problem, and the cause for the log. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly details: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly remedies: readonly Remedy[]

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.status = problems[code].status
    this.details = options.details
    this.headers = options.headers ?? {}
    this.remedies = options.remedies ?? []
  }
}
