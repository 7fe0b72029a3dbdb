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

/** Base class of every error this library throws, except the reason of your own AbortSignal, which is thrown as is. */
export class ParleyError extends Error {
  /** Stable, machine-readable reason. */
  readonly code: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Quote it in a support request. */
  readonly traceId: string | undefined
  /** More about the problem, if available. */
  readonly details: unknown
  /** How long the service asks you to wait before the next attempt, if it does. */
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

/** There was no response, or it could not be read. The request may or may not have taken effect. */
export class ConnectionError extends ParleyError {}

/** The request timed out. It may or may not have taken effect. */
export class TimeoutError extends ConnectionError {}

/** The service returned a problem. Each problem code has its own class. */
export class ApiError extends ParleyError {
  declare readonly status: number
}

/** The request is invalid: `details.errors` says where. */
export class InvalidRequestError extends ApiError {
  declare readonly details:
    | {
        /** A JSON pointer into the request and what is wrong there, for each error. */
        readonly errors?: readonly { readonly path: string; readonly message: string }[]
        /** Only for a consent request: the numbers that have already accepted. */
        readonly accepted?: readonly string[]
      }
    | undefined
}
/** The service does not support this library's API version. */
export class VersionMismatchError extends ApiError {}
/** The access token is missing, expired or revoked, and could not be renewed. */
export class UnauthorizedError extends ApiError {}
/** The token lacks a scope, or the API key is wrong: the message says which. */
export class ForbiddenError extends ApiError {}
/** The resource does not exist on this advisor's account. */
export class NotFoundError extends ApiError {}
/** The path does not have this method; a proxy may have changed it. */
export class MethodNotAllowedError extends ApiError {}
/** The request did not arrive in time. Nothing was changed. */
export class RequestTimeoutError extends ApiError {}
/** The advisor's account is not set up to collect consent: contact the operator. */
export class ConflictError extends ApiError {}
/** The cursor is behind events that were lost when the service was restored: `details` says where to continue. */
export class GoneError extends ApiError {
  declare readonly details:
    | {
        /** The cut: continue from here. */
        readonly cursor: string
        /** Events dated later than this may have been lost. */
        readonly dateTimeCut: string
      }
    | undefined
}
/** The body is larger than 256 KiB. */
export class PayloadTooLargeError extends ApiError {}
/** An id in the path is too long. */
export class UriTooLongError extends ApiError {}
/** The body is not JSON; a proxy may have changed it. */
export class UnsupportedMediaTypeError extends ApiError {}
/** The usage plan is exhausted: wait for `retryAfterSeconds`. */
export class RateLimitedError extends ApiError {}
/** The address and headers are larger than 16 KiB. */
export class HeadersTooLargeError extends ApiError {}
/** The service hit an internal error. */
export class InternalError extends ApiError {}
/** A system that the service depends on cannot be reached. */
export class DownstreamUnavailableError extends ApiError {}
/** A system that the service depends on timed out. */
export class DownstreamTimeoutError extends ApiError {}

export const errorClasses: Record<Problem['code'], typeof ApiError> = {
  invalid_request: InvalidRequestError,
  version_mismatch: VersionMismatchError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  request_timeout: RequestTimeoutError,
  conflict: ConflictError,
  gone: GoneError,
  payload_too_large: PayloadTooLargeError,
  uri_too_long: UriTooLongError,
  unsupported_media_type: UnsupportedMediaTypeError,
  rate_limited: RateLimitedError,
  headers_too_large: HeadersTooLargeError,
  internal_error: InternalError,
  downstream_unavailable: DownstreamUnavailableError,
  downstream_timeout: DownstreamTimeoutError,
}

/**
 * Authorization failed: `code` is the OAuth error, such as `access_denied` if the advisor refused, or `state_mismatch` if
 * the callback belongs to another authorization.
 */
export class OAuthError extends ParleyError {}

/** The advisor has not authorized the application, or access has ended: start the authorization again. */
export class AuthorizationRequiredError extends OAuthError {}
