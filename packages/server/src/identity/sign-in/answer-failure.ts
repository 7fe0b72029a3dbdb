import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { toProblem } from '../../http/answer-problem.ts'
import { Problem } from '../../http/problem.ts'
import { errorPage } from './error-page.ts'
import { pageHeaders } from './page-headers.ts'

/** A page for whatever was thrown, in the place of a problem body. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string,
): FastifyReply {
  const problem = problemOf(error, request)
  // What the API calls 502 and 504 is 503 wherever the authorization service speaks.
  const isAway = problem.code === 'downstream_unavailable' || problem.code === 'downstream_timeout'
  if (problem.status >= 500) request.log.error({ err: problem.cause, code: problem.code }, 'request failed')
  reply.problemCode = problem.code
  return reply
    .code(isAway ? 503 : problem.status)
    .headers({ ...problem.headers, ...(isAway && { 'retry-after': '5' }), ...pageHeaders({ publicOrigin }) })
    .send(errorPage({ ...wordsOf(problem), traceId: request.id }))
}

/** The authorization server says 503 when its store does not answer. */
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
      return { title: 'This cannot go on', message }
    case 'downstream_unavailable':
    case 'downstream_timeout':
      return { title: 'Not available right now', message: 'Wait a moment, then load this page again.' }
    case 'internal_error':
      return { title: 'Something went wrong', message: 'The mistake is ours, and it has been recorded.' }
    default:
      return {
        title: 'This form did not arrive whole',
        message: 'Go back to the application that you came from and start again.',
      }
  }
}
