import type { Problem } from './contract.generated.ts'

export interface ErrorFacts {
  readonly code: string
  readonly retryable: boolean
  readonly status?: number | undefined
  readonly traceId?: string | undefined
  readonly details?: unknown
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** Whatever this library throws. A caller's own AbortSignal is the exception: its reason is thrown as it is. */
export class ParleyError extends Error {
  /** Stable reason for programs to act on. */
  readonly code: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined
  /** Quote it in a support request. */
  readonly traceId: string | undefined
  /** More about the problem, where there is more. */
  readonly details: unknown
  /** How long the service asks to wait before the next attempt, where it says so. */
  readonly retryAfterSeconds: number | undefined

  /** @internal */
  constructor(message: string, facts: ErrorFacts) {
    const { code, retryable, status, traceId, details, retryAfterSeconds, cause } = facts
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
    this.retryable = retryable
    this.status = status
    this.traceId = traceId
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer came, or none that could be read. Whether the request took effect is not known. */
export class ConnectionError extends ParleyError {}

/** No answer came in time. Whether the request took effect is not known. */
export class TimeoutError extends ConnectionError {}

/** The service answered with a problem. Each problem code has a class of its own. */
export class ApiError extends ParleyError {
  declare readonly status: number
}

/** The request does not fit the operation: `details.errors` says where. */
export class InvalidRequestError extends ApiError {
  declare readonly details:
    | {
        /** Each mistake: a JSON pointer into the request, and what is wrong there. */
        readonly errors?: readonly { readonly path: string; readonly message: string }[]
        /** Of a consent request: the numbers that have accepted already. */
        readonly accepted?: readonly string[]
      }
    | undefined
}
/** The service does not speak this library's version of the interface. */
export class VersionMismatchError extends ApiError {}
/** The access token is missing, expired or revoked, and could not be renewed. */
export class UnauthorizedError extends ApiError {}
/** The token lacks a scope, or the API key is wrong: the message names which. */
export class ForbiddenError extends ApiError {}
/** It does not exist on this advisor's account. */
export class NotFoundError extends ApiError {}
/** The advisor's account is not set up to collect consent: contact the operator. */
export class ConflictError extends ApiError {}
/** The body is larger than 256 KiB. */
export class PayloadTooLargeError extends ApiError {}
/** Something on the way changed the body's type. */
export class UnsupportedMediaTypeError extends ApiError {}
/** The usage plan is used up: wait for `retryAfterSeconds`. */
export class RateLimitedError extends ApiError {}
/** The service met a mistake of its own. */
export class InternalError extends ApiError {}
/** A part behind the service cannot be reached. */
export class DownstreamUnavailableError extends ApiError {}
/** A part behind the service did not answer in time. */
export class DownstreamTimeoutError extends ApiError {}

export const errorClasses: Record<Problem['code'], typeof ApiError> = {
  invalid_request: InvalidRequestError,
  version_mismatch: VersionMismatchError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  conflict: ConflictError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  rate_limited: RateLimitedError,
  internal_error: InternalError,
  downstream_unavailable: DownstreamUnavailableError,
  downstream_timeout: DownstreamTimeoutError,
}

/**
 * Authorization failed: `code` is the OAuth error, such as `access_denied` where the advisor refused, or
 * `state_mismatch` where the callback belongs to another authorization.
 */
export class OAuthError extends ParleyError {}

/** There is no authorization, or it has ended: send the advisor through it again. */
export class AuthorizationRequiredError extends OAuthError {}
