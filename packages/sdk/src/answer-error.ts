import type { Problem } from './contract.generated.ts'
import { ApiError, errorClasses } from './errors.ts'

/** Transient statuses, which a proxy may also return without a problem body. */
export const isTransient = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status)

/** The error for a response that is not a success. */
export function answerError(response: Response, body: unknown): ApiError {
  const { status, headers } = response
  const problem: Partial<Problem> = isProblem(body) ? body : {}
  const code = problem.code ?? `http_${status}`
  const traceId = problem.traceId ?? headers.get('x-trace-id') ?? undefined
  const message = `${problem.detail ?? `The service returned ${status}.`} (${code}${traceId ? `, trace ${traceId}` : ''})`
  const Class = errorClasses[code as Problem['code']] ?? ApiError
  return new Class(message, {
    code,
    status,
    traceId,
    retryable: status !== 409 && (problem.retryable ?? isTransient(status)),
    details: problem.details,
    retryAfterSeconds: retryAfterSeconds(headers),
  })
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'

/** Whole seconds from the service; a proxy may send a date. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}
