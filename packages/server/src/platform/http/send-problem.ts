import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { classifyDatabaseError } from '../db/errors.ts'
import { Problem } from '../problem/problem.ts'
import { commonHeaders } from './headers.ts'
import { problemBody } from './problem-body.ts'

declare module 'fastify' {
  interface FastifyReply {
    problemCode: string | undefined
  }
}

/** Our wording for Fastify's own errors. */
const frameworkProblems: Readonly<Record<string, () => Problem>> = {
  FST_ERR_BAD_URL: () => new Problem('invalid_request', 'The address is not valid percent-encoded UTF-8.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('uri_too_long', 'The address is too long.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('payload_too_large', 'The body is larger than 262144 bytes.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('invalid_request', 'The body does not have the length that Content-Length announces.'),
}

/** Converts any thrown error into the caller's problem. */
export function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  // Nobody reads this response, but the log must not blame the database for a caller who disconnected.
  if (error !== null && error === request.raw.errored) {
    return new Problem('invalid_request', 'The connection broke before the whole request had arrived.')
  }
  const known = frameworkProblems[String((error as Partial<FastifyError>)?.code)]
  if (known) return known()
  switch (classifyDatabaseError(error)) {
    case 'unavailable':
      return new Problem('downstream_unavailable', 'The database cannot be reached.', { cause: error })
    case 'timeout':
    case 'conflict':
      return new Problem('downstream_timeout', 'The database did not respond in time.', { cause: error })
    case 'unconfirmed':
      return new Problem(
        'downstream_timeout',
        'The database did not confirm the change in time. It may or may not have taken effect.',
        { cause: error },
      )
    case 'bug':
      return new Problem(
        'internal_error',
        'Internal error. Try again; if it persists, quote the traceId to the operator.',
        { cause: error },
      )
  }
}

export function sendProblem(
  thrown: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): FastifyReply {
  const problem = documented(thrown, request)
  if (problem.status >= 500) request.log.error({ err: problem.cause, code: problem.code }, 'request failed')
  reply.problemCode = problem.code
  const body = problemBody(problem, { origin, instance: pathOf(request), traceId: request.id })
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, ...commonHeaders(request.id, origin) })
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(body)
}

/** A problem that the operation's record does not list is a bug, because no client handles it. */
function documented(problem: Problem, request: FastifyRequest): Problem {
  const operation = request.routeOptions.config?.operation
  if (!operation || operation.problems.includes(problem.code)) return problem
  return new Problem(
    'internal_error',
    'Internal error. Try again; if it persists, quote the traceId to the operator.',
    {
      cause: new Error(`${operation.id} does not document ${problem.code}`, { cause: problem.cause }),
    },
  )
}

export const pathOf = ({ url }: { readonly url?: string | undefined }): string => url?.split('?', 1)[0] || '/'
