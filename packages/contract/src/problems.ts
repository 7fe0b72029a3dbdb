/** The one table that maps a problem code to its HTTP status and retryability. */
export const problems = {
  invalid_request: {
    status: 400,
    retryable: false,
    title: 'Invalid request',
    when: 'The body, query, path or a header is malformed, a phone number is not in E.164 format, or consent was requested for a number that has already accepted.',
    cure: 'Read detail and details.errors, fix the request and send it again.',
  },
  version_mismatch: {
    status: 400,
    retryable: false,
    title: 'Version mismatch',
    when: 'The API-Version header names a major version that this address does not serve.',
    cure: 'Send API-Version: 1, or omit the header.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    title: 'Unauthorized',
    when: 'The access token is missing, expired, revoked or issued for another service.',
    cure: 'Refresh the access token and retry.',
  },
  forbidden: {
    status: 403,
    retryable: false,
    title: 'Forbidden',
    when: 'The token lacks the scope that the operation needs, or the API key in x-api-key is missing, unknown, revoked or belongs to another application. The detail says which.',
    cure: 'Request the scope when the advisor authorizes your application, or send your application’s own API key.',
  },
  not_found: {
    status: 404,
    retryable: false,
    title: 'Not found',
    when: 'The path does not exist, or the contact, group, message or phone number in it is not on this advisor’s account.',
    cure: 'Check the path and the id. An id that belongs to another advisor returns the same error.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    title: 'Method not allowed',
    when: 'The path exists, but not with this method. The Allow header lists the methods it has.',
    cure: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    retryable: true,
    title: 'Request timeout',
    when: 'The request did not arrive completely within ten seconds. Nothing was changed.',
    cure: 'Send it again on a new connection.',
  },
  conflict: {
    status: 409,
    retryable: false,
    title: 'Conflict',
    when: 'The advisor’s account is not set up to collect consent: the firm has no consent text, or the advisor has no texting number. Sandbox handsets need a texting number, too. For the proof of an event: no signed checkpoint covers it yet, or the installation does not publish its log.',
    cure: 'Contact the operator of this service.',
  },
  gone: {
    status: 410,
    retryable: false,
    title: 'Gone',
    when: 'The cursor is behind events that were lost when the service was restored from a backup. Positions behind the cut belong to other events now.',
    cure: 'Compare your records since details.dateTimeCut with the service, then continue from details.cursor, which is the cut.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    title: 'Payload too large',
    when: 'The body is larger than 256 KiB.',
    cure: 'Split the request into smaller ones.',
  },
  uri_too_long: {
    status: 414,
    retryable: false,
    title: 'URI too long',
    when: 'An id in the path is longer than any id.',
    cure: 'Check how the path is built.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    title: 'Unsupported media type',
    when: 'The body is not application/json in UTF-8, or it is compressed.',
    cure: 'Send Content-Type: application/json and an uncompressed UTF-8 body.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    title: 'Rate limited',
    when: 'The API key has used up its usage plan for now.',
    cure: 'Wait the number of seconds in Retry-After, then retry.',
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    title: 'Headers too large',
    when: 'The address and headers together are larger than 16 KiB.',
    cure: 'Send fewer or shorter headers, such as cookies, and a shorter query.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    title: 'Internal error',
    when: 'The service hit an internal error.',
    cure: 'Retry with backoff and an Idempotency-Key. If it persists, quote the traceId to the operator.',
  },
  downstream_unavailable: {
    status: 502,
    retryable: true,
    title: 'Downstream unavailable',
    when: 'A system that the service depends on cannot be reached. Nothing was changed.',
    cure: 'Retry with backoff.',
  },
  downstream_timeout: {
    status: 504,
    retryable: true,
    title: 'Downstream timeout',
    when: 'A system that the service depends on timed out. The outcome is unknown.',
    cure: 'Retry with backoff and the same Idempotency-Key, so that the request takes effect only once.',
  },
} as const satisfies Record<string, ProblemKind>

interface ProblemKind {
  readonly status: number
  readonly retryable: boolean
  readonly title: string
  /** When the service returns it, for the reference and the problem page. */
  readonly when: string
  /** What the caller should do. */
  readonly cure: string
}

export type ProblemCode = keyof typeof problems
