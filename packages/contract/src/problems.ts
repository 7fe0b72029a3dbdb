/** The one table that maps a problem code to its HTTP status and retryability. */
export const problems = {
  invalid_request: {
    status: 400,
    retryable: false,
    title: 'Invalid request',
    when: 'The body, query, path or a header is malformed, a phone number is not in E.164, or consent was requested for a number that has already accepted.',
    cure: 'Read detail and details.errors, correct the request and send it again.',
  },
  version_mismatch: {
    status: 400,
    retryable: false,
    title: 'Version mismatch',
    when: 'The API-Version header names a major version that this address does not serve.',
    cure: 'Send API-Version: 1, or leave the header out.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    title: 'Unauthorized',
    when: 'The access token is missing, expired, revoked or not meant for this service.',
    cure: 'Refresh the access token and send the request again.',
  },
  forbidden: {
    status: 403,
    retryable: false,
    title: 'Forbidden',
    when: 'The token lacks the scope that the operation needs, or the x-api-key header is missing, unknown, revoked or belongs to another application. The detail names which.',
    cure: 'Ask for the scope when the advisor authorizes the application, or send the key that belongs to it.',
  },
  not_found: {
    status: 404,
    retryable: false,
    title: 'Not found',
    when: 'The address, or the contact, group, message or phone number it names, does not exist on this advisor’s account.',
    cure: 'Check the path and the id. An id of another advisor answers the same way.',
  },
  conflict: {
    status: 409,
    retryable: false,
    title: 'Conflict',
    when: 'The advisor’s account is not set up to collect consent: the firm has no consent text, or the advisor has no texting number. The handsets of a sandbox need one, too.',
    cure: 'Contact the operator of this service.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    title: 'Payload too large',
    when: 'The body is larger than 256 KiB. An over-long address (414) and over-large headers (431) carry this code too.',
    cure: 'Split the request into smaller ones.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    title: 'Unsupported media type',
    when: 'The body is not uncompressed application/json in UTF-8.',
    cure: 'Send Content-Type: application/json and a plain UTF-8 body.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    title: 'Rate limited',
    when: 'The usage plan of the API key is used up for the moment.',
    cure: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    title: 'Internal error',
    when: 'The service met a mistake of its own.',
    cure: 'Retry with backoff and an Idempotency-Key. If it persists, quote the traceId to the operator.',
  },
  downstream_unavailable: {
    status: 502,
    retryable: true,
    title: 'Downstream unavailable',
    when: 'A part that the service depends on cannot be reached. Nothing was changed.',
    cure: 'Retry with backoff.',
  },
  downstream_timeout: {
    status: 504,
    retryable: true,
    title: 'Downstream timeout',
    when: 'A part that the service depends on did not answer in time. The outcome is not known.',
    cure: 'Retry with backoff and the same Idempotency-Key, so that the request takes effect once.',
  },
} as const satisfies Record<string, ProblemKind>

interface ProblemKind {
  readonly status: number
  readonly retryable: boolean
  readonly title: string
  /** When it is answered, for the reference and the problem page. */
  readonly when: string
  /** What the caller does about it. */
  readonly cure: string
}

export type ProblemCode = keyof typeof problems
