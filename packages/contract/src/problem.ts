import Type from 'typebox'
import { type ProblemCode, problems } from './problems.ts'

const codes = Object.keys(problems) as ProblemCode[]

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'URL of a page that explains the code.' }),
    title: Type.String({ minLength: 1, description: 'Human-readable name of the code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: Type.String({ minLength: 1, description: 'What went wrong with this request.' }),
    instance: Type.String({ minLength: 1, description: 'The path of the request.' }),
    code: Type.Enum(codes, { type: 'string', description: 'Stable, machine-readable reason.' }),
    traceId: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'W3C trace id. Quote it in a support request.',
    }),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
    details: Type.Optional(
      Type.Unknown({
        description:
          'More about the problem. For every 400: `errors`, a list of objects with `path` (a JSON pointer; empty: the request itself) and `message`.',
      }),
    ),
  },
  { $id: 'Problem', description: 'Why a whole request failed (RFC 7807, application/problem+json).' },
)
export type Problem = Type.Static<typeof Problem>

/** Example details for the reference. */
const exampleDetails: Record<ProblemCode, string> = {
  invalid_request: 'The request is invalid: /phone must be in E.164 format.',
  version_mismatch: 'This address serves version 1; the API-Version header asks for version 2.',
  unauthorized: 'The access token has expired.',
  forbidden: 'The access token lacks the scope text.messaging.write.',
  not_found: 'No contact on this account has that phone number.',
  method_not_allowed: 'This address has only the methods GET, HEAD, POST.',
  request_timeout: 'The request did not arrive in time.',
  conflict: 'This account is not set up to collect consent.',
  gone: 'Events behind this cursor were lost when the service was restored from a backup.',
  payload_too_large: 'The body is larger than 262144 bytes.',
  uri_too_long: 'The address is too long.',
  unsupported_media_type: 'Send the body as application/json in UTF-8.',
  rate_limited: 'The usage plan of this key allows 10 requests per second.',
  headers_too_large: 'The address and headers together are too large.',
  internal_error: 'Internal error. Try again; if it persists, quote the traceId to the operator.',
  downstream_unavailable: 'The database cannot be reached.',
  downstream_timeout: 'The database did not respond in time.',
}

export function problemExample(code: ProblemCode, origin = 'https://parley.localhost'): Problem {
  const { title, status, retryable } = problems[code]
  return {
    type: `${origin}/problems/${code}`,
    title,
    status,
    detail: exampleDetails[code],
    instance: '/v1/text/messaging/messages',
    code,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    retryable,
    ...(code === 'invalid_request'
      ? { details: { errors: [{ path: '/phone', message: 'must be in E.164 format' }] } }
      : {}),
  }
}

/** SDK error class for a problem code: RateLimitedError for rate_limited. */
export const errorClassOf = (code: ProblemCode): string =>
  code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase()).replace(/(?:Error)?$/, 'Error')
