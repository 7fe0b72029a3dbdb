import { problems } from '@parley/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { classifyDatabaseError } from '../db/errors.ts'
import { commonHeaders } from './headers.ts'
import { Problem, problemBody } from './problem.ts'

declare module 'fastify' {
  interface FastifyReply {
    problemCode: string | undefined
  }
}

/** What Fastify itself refuses, in our words. */
const frameworkProblems: Readonly<Record<string, () => Problem>> = {
  FST_ERR_BAD_URL: () => new Problem('invalid_request', 'The address is not valid percent-encoded UTF-8.'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new Problem('payload_too_large', 'The address is too long.', { status: 414 }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('payload_too_large', 'The body is larger than 262144 bytes.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('invalid_request', 'The body does not have the length that Content-Length announces.'),
}

/** Turns whatever was thrown into what the caller is told. */
export function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  // Nobody reads this answer, but the log must not blame the database for a caller who hung up.
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
      return new Problem('downstream_timeout', 'The database did not answer in time.', { cause: error })
    case 'unconfirmed':
      return new Problem(
        'downstream_timeout',
        'The database did not confirm the change in time. It may or may not have taken effect.',
        { cause: error },
      )
    case 'bug':
      return new Problem('internal_error', 'The service met a mistake of its own.', { cause: error })
  }
}

export function answerProblem(
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
    .headers({ ...problem.headers, ...commonHeaders(request.id) })
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(body)
}

/** A problem that the operation's record does not list is a mistake of ours: no client is written for it. */
function documented(problem: Problem, request: FastifyRequest): Problem {
  const operation = request.routeOptions.config?.operation
  const isTransport = problem.status !== problems[problem.code].status
  if (!operation || isTransport || operation.problems.includes(problem.code)) return problem
  return new Problem('internal_error', 'The service met a mistake of its own.', {
    cause: new Error(`${operation.id} does not document ${problem.code}`, { cause: problem.cause }),
  })
}

export const pathOf = ({ url }: { readonly url?: string | undefined }): string => url?.split('?', 1)[0] || '/'
