import type { FastifyReply, FastifyRequest } from 'fastify'
import { toProblem } from '../../../platform/http/send-problem.ts'
import type { Problem } from '../../../platform/problem/problem.ts'

export const scimType = 'application/scim+json; charset=utf-8'
const detailCharactersMax = 500

/** An error as RFC 7644 section 3.12 writes it, in place of a problem body. */
export function renderScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request)
  if (problem.status >= 500) request.log.error({ err: problem.cause, code: problem.code }, 'request failed')
  reply.problemCode = problem.code
  const kind = kindOf(problem)
  return reply
    .code(problem.status)
    .headers(problem.headers ?? {})
    .type(scimType)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(problem.status),
        ...(kind !== undefined && { scimType: kind }),
        detail: problem.message.slice(0, detailCharactersMax),
      }),
    )
}

function kindOf({ code, details }: Problem): string | undefined {
  if (code === 'conflict') return 'uniqueness'
  if (code !== 'invalid_request') return undefined
  const named = (details as { scimType?: unknown } | undefined)?.scimType
  return typeof named === 'string' ? named : 'invalidValue'
}
