import type { ProblemCode } from '@parley/contract'

interface Case {
  /** How a caller recognizes it. */
  readonly sign: string
  readonly cure: string
}

/** What lies behind each code most of the time. */
export const problemCases: Record<ProblemCode, readonly Case[]> = {
  invalid_request: [
    {
      sign: 'A phone number is not in E.164',
      cure: 'Write a plus sign, the country code and the number, without spaces or dashes: +12025550123.',
    },
    {
      sign: 'A time looks like seconds',
      cure: 'Times that are numbers, such as deliveryDate, are Unix time in milliseconds.',
    },
    {
      sign: 'Consent was requested of somebody who has accepted',
      cure: 'details.accepted lists the numbers, and nobody was asked. Leave these out: you may text them.',
    },
    {
      sign: 'The Idempotency-Key was used with another body',
      cure: 'A key belongs to one request. Keep it to repeat that request, and take a new one for the next.',
    },
    {
      sign: 'The body is not the JSON that you meant to send',
      cure: 'A name may not come twice in an object, text must be valid UTF-8, and a number is not a string: 7, not "7".',
    },
    {
      sign: 'A scheduled text cannot be changed any more',
      cure: 'It has fired for the last time or was cancelled. Read it by its id: firings says what came of it.',
    },
  ],
  version_mismatch: [
    {
      sign: 'Something between you and us sets API-Version',
      cure: 'Look at the headers that really leave your network. Only 1, 1.0 and 1.0.0 are served here.',
    },
  ],
  unauthorized: [
    {
      sign: 'The token is older than 15 minutes',
      cure: 'Refresh it, then send the request again. The SDK does so by itself.',
    },
    {
      sign: 'Refreshing answers 400',
      cure: 'The authorization has ended, or the advisor, the firm or the operator withdrew it. Send the advisor through it again.',
    },
    {
      sign: 'The token is new and still refused',
      cure: 'It belongs to another environment: sandbox and production each have their own tokens, secrets and keys.',
    },
  ],
  forbidden: [
    {
      sign: 'The detail names a scope',
      cure: 'Ask for it in the next authorization; the advisor has to allow it. Refreshing gives the same scopes as before.',
    },
    {
      sign: 'The detail names x-api-key',
      cure: 'The header is missing, misspelt or revoked, or the key belongs to another application than the token.',
    },
  ],
  not_found: [
    {
      sign: 'Looking up consent',
      cure: 'No contact of this advisor has that number now. A text or a consent request to it creates one.',
    },
    {
      sign: 'An id that worked before',
      cure: 'The contact or group was deleted, or the token is another advisor’s: ids of one are unknown to all others.',
    },
    {
      sign: 'Everything answers 404',
      cure: 'The base address ends in /v1. The handsets under /v1/sandbox exist in a sandbox only.',
    },
  ],
  conflict: [
    {
      sign: 'The firm has no consent text, or the advisor no texting number',
      cure: 'The operator adds it. Until then show the advisor that texting is not set up, and do not retry.',
    },
  ],
  payload_too_large: [
    {
      sign: '413',
      cure: 'A body holds at most 256 KiB. Send contacts one by one, and at most 100 recipients.',
    },
    {
      sign: '414 or 431',
      cure: 'The address or the headers are too long: look for a cookie or a query that grows.',
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
      cure: 'The rate of your key is used up. The RateLimit header of every answer says how much is left: slow down before it is nothing.',
    },
    {
      sign: 'Retry-After is hours',
      cure: 'The quota of the day is used up. Stop, store what is left to do, and go on then; or ask the operator for a larger plan.',
    },
  ],
  internal_error: [
    {
      sign: 'You cannot know whether it took effect',
      cure: 'Repeat it with the same Idempotency-Key: it takes effect once, however often it arrives.',
    },
  ],
  downstream_unavailable: [
    {
      sign: 'It lasts',
      cure: 'The service is being restarted or is in trouble. Wait longer each time, up to minutes, and keep your Idempotency-Key.',
    },
  ],
  downstream_timeout: [
    {
      sign: 'The same Idempotency-Key is still at work',
      cure: 'The first request had not ended after 10 seconds. Repeat it a little later, with the same key, to get its answer.',
    },
    {
      sign: 'You sent no Idempotency-Key',
      cure: 'It may have taken effect. Search for the contact before you create it again; a text would be sent twice. Send a key from now on.',
    },
  ],
}
