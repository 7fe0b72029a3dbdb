import type { Problem, ProblemCode } from '@parley/contract'

/** Why a request did not succeed, in words for the advisor. */
export class Failure extends Error {
  /** `offline`: no answer came. */
  readonly code: ProblemCode | 'offline'
  readonly problem: Problem | undefined

  constructor(code: ProblemCode | 'offline', message: string, problem?: Problem) {
    super(message)
    this.code = code
    this.problem = problem
  }

  get isRetryable(): boolean {
    return this.code === 'offline' || (this.problem?.retryable ?? false)
  }

  /** Of a request that does not fit: where, and what should be. An empty path: the whole of it. */
  get mistakes(): readonly { readonly path: string; readonly message: string }[] {
    return (this.details['errors'] ?? []) as { path: string; message: string }[]
  }

  get details(): Readonly<Record<string, unknown>> {
    const details = this.problem?.details
    return typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {}
  }
}

export const offline = (): Failure =>
  new Failure('offline', 'There is no connection to the service. Check your network and try again.')

export const wordsOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'Something went wrong in this page. Reload it and try again.'
