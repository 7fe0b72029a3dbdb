import type { ProblemCode } from '@parley/contract'

interface Case {
  /** How a caller recognizes it. */
  readonly sign: string
  readonly cure: string
}

/** The most frequent causes of each code. */
export const problemCases: Record<ProblemCode, readonly Case[]> = {
  invalid_request: [
    {
      sign: 'A phone number is not in E.164 format',
      cure: 'Write a plus sign, the country code and the number, without spaces or dashes: +12025550123.',
    },
    {
      sign: 'A time looks like seconds',
      cure: 'Times that are numbers, such as deliveryDate, are Unix time in milliseconds.',
    },
    {
      sign: 'Consent was requested from someone who has already accepted',
      cure: 'details.accepted lists the numbers, and nobody was asked. Leave them out: you can already text them.',
    },
    {
      sign: 'The Idempotency-Key was used with another body',
      cure: 'A key belongs to one request. Use the same key to retry that request, and a new key for the next one.',
    },
    {
      sign: 'The body is not valid JSON, or not the JSON you meant to send',
      cure: 'A key must not occur twice in an object, text must be valid UTF-8, and a number is not a string: 7, not "7".',
    },
    {
      sign: 'A scheduled text can no longer be changed',
      cure: 'It has fired for the last time or was cancelled. Get it by its id: firings has the outcomes.',
    },
  ],
  version_mismatch: [
    {
      sign: 'A proxy between you and the service sets API-Version',
      cure: 'Check the headers that actually leave your network. Version 1 is supported: 1, or any 1.x.',
    },
  ],
  unauthorized: [
    {
      sign: 'The token is older than 15 minutes',
      cure: 'Refresh it, then send the request again. The SDK does this automatically.',
    },
    {
      sign: 'A refresh returns 400',
      cure: 'The authorization has expired, or the advisor, the firm or the operator revoked it. Ask the advisor to authorize your application again.',
    },
    {
      sign: 'The token is new but is still rejected',
      cure: 'It belongs to another environment: sandbox and production each have their own tokens, secrets and keys.',
    },
  ],
  forbidden: [
    {
      sign: 'The detail names a scope',
      cure: 'Request it in a new authorization; the advisor must allow it. A refresh returns the same scopes as before.',
    },
    {
      sign: 'The detail names x-api-key',
      cure: 'The header is missing or misspelled, the key is revoked, or the key and the token belong to different applications.',
    },
  ],
  not_found: [
    {
      sign: 'Looking up consent',
      cure: 'No contact of this advisor has that number now. A text or a consent request to it creates one.',
    },
    {
      sign: 'An id that worked before',
      cure: 'The contact or group was deleted, or the token belongs to another advisor. An id is valid only for its own advisor.',
    },
    {
      sign: 'Every call returns 404',
      cure: 'The base URL must end in /v1. The handsets under /v1/sandbox exist only in a sandbox.',
    },
  ],
  conflict: [
    {
      sign: 'The firm has no consent text, or the advisor has no texting number',
      cure: 'Ask the operator to add it. Until then, tell the advisor that texting is not set up, and do not retry.',
    },
  ],
  method_not_allowed: [
    {
      sign: 'The Allow header lists other methods',
      cure: 'Contacts are changed with PUT, not PATCH. A redirect may have turned a POST into a GET.',
    },
  ],
  request_timeout: [
    {
      sign: 'The request did not arrive within ten seconds',
      cure: 'Look for a body that is written slowly or a Content-Length that is too large. Nothing was changed: retry.',
    },
  ],
  payload_too_large: [
    {
      sign: 'A body of more than 256 KiB',
      cure: 'Send fewer contacts in each batch, at most 200, and at most 100 recipients in a send.',
    },
  ],
  gone: [
    {
      sign: 'A cursor that you stored before the operator restored the service from a backup',
      cure: 'Events dated after details.dateTimeCut may be lost: compare your records with the service, then continue from details.cursor.',
    },
  ],
  uri_too_long: [
    {
      sign: 'Something other than an id in the path',
      cure: 'Ids are numbers of at most 16 digits. A search goes into the query.',
    },
  ],
  headers_too_large: [
    {
      sign: 'Works from a terminal and not from your network',
      cure: 'The URL and the headers together can have at most 16 KiB: look for a cookie or a query that grows.',
    },
  ],
  unsupported_media_type: [
    {
      sign: 'A form, plain text or no type at all',
      cure: 'Some clients choose the type themselves: set Content-Type: application/json.',
    },
    { sign: 'A compressed body or another charset', cure: 'Send plain UTF-8, without Content-Encoding.' },
  ],
  rate_limited: [
    {
      sign: 'Retry-After is a few seconds',
      cure: 'The rate of your key is used up. The RateLimit header of every counted response says how much is left: slow down before it reaches 0.',
    },
    {
      sign: 'Retry-After is hours',
      cure: 'The daily quota is used up. Stop, store the remaining work and continue after Retry-After, or ask the operator for a larger plan.',
    },
  ],
  internal_error: [
    {
      sign: 'You do not know whether the request took effect',
      cure: 'Retry it with the same Idempotency-Key: it takes effect once, however often it arrives.',
    },
  ],
  downstream_unavailable: [
    {
      sign: 'The problem persists',
      cure: 'The service is restarting or has an outage. Wait longer between retries, up to minutes, and keep the same Idempotency-Key.',
    },
  ],
  downstream_timeout: [
    {
      sign: 'A request with the same Idempotency-Key is still in progress',
      cure: 'The first request did not finish within 10 seconds. Retry a little later with the same key to get its response.',
    },
    {
      sign: 'You sent no Idempotency-Key',
      cure: 'The request may have taken effect. Search for the contact before you create it again. A text that you send again may arrive twice. Send a key from now on.',
    },
  ],
}
