import type { Problem, ProblemCode } from '@parley/contract'

/** A failed request, with a message for the advisor. */
export class Failure extends Error {
  /** `offline`: there was no response. */
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

  /** Validation errors: path and message. An empty path means the whole request. */
  get mistakes(): readonly { readonly path: string; readonly message: string }[] {
    return (this.details['errors'] ?? []) as { path: string; message: string }[]
  }

  get details(): Readonly<Record<string, unknown>> {
    const details = this.problem?.details
    return typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {}
  }
}

/** The person may not act for the advisor of this tab, or has chosen none. */
export const needsAccount = (error: unknown): boolean =>
  error instanceof Failure && error.details['chooseAccount'] === true

export const offline = (): Failure =>
  new Failure('offline', 'The service cannot be reached. Check your connection and try again.')

export const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'Something went wrong. Reload the page and try again.'
