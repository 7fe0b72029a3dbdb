import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { pageHeaders } from '../../platform/http/pages/page-headers.ts'
import { toProblem } from '../../platform/http/send-problem.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { errorPage } from './pages/error-page.ts'

/** An error page, in place of a problem body. */
export function sendErrorPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string,
): FastifyReply {
  const problem = problemOf(error, request)
  // The API's 502 and 504 are 503 in the authorization service.
  const isAway = problem.code === 'downstream_unavailable' || problem.code === 'downstream_timeout'
  if (problem.status >= 500) request.log.error({ err: problem.cause, code: problem.code }, 'request failed')
  reply.problemCode = problem.code
  return reply
    .code(isAway ? 503 : problem.status)
    .headers({ ...problem.headers, ...(isAway && { 'retry-after': '5' }), ...pageHeaders({ publicOrigin }) })
    .send(errorPage({ ...wordsOf(problem), traceId: request.id }))
}

/** The authorization server returns 503 when its store does not respond. */
function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof errors.OIDCProviderError && error.status === 503) {
    return new Problem('downstream_unavailable', 'The database cannot be reached.', {
      cause: error.cause ?? error,
    })
  }
  return toProblem(error, request)
}

function wordsOf({ code, message }: Problem): { readonly title: string; readonly message: string } {
  switch (code) {
    case 'not_found':
      return { title: 'This page has expired', message }
    case 'forbidden':
      return { title: 'You can’t continue', message }
    case 'downstream_unavailable':
    case 'downstream_timeout':
      return { title: 'Temporarily unavailable', message: 'Wait a moment, then reload this page.' }
    case 'internal_error':
      return {
        title: 'Something went wrong',
        message: 'An error occurred on our side. Try again in a moment.',
      }
    default:
      return {
        title: 'The form could not be read',
        message: 'Return to the application you came from and start again.',
      }
  }
}
