import type { Problem } from './contract.generated.ts'
import { ApiError, errorClasses } from './errors.ts'

/** Statuses that pass by themselves, also where a proxy in between answers them without a problem of ours. */
export const isPassing = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status)

/** The error that an answer other than success stands for. */
export function answerError(response: Response, body: unknown): ApiError {
  const { status, headers } = response
  const problem: Partial<Problem> = isProblem(body) ? body : {}
  const code = problem.code ?? `http_${status}`
  const traceId = problem.traceId ?? headers.get('x-trace-id') ?? undefined
  const message = `${problem.detail ?? `The service answered ${status}.`} (${code}${traceId ? `, trace ${traceId}` : ''})`
  const Class = errorClasses[code as Problem['code']] ?? ApiError
  return new Class(message, {
    code,
    status,
    traceId,
    retryable: status !== 409 && (problem.retryable ?? isPassing(status)),
    details: problem.details,
    retryAfterSeconds: retryAfterSeconds(headers),
  })
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'

/** Whole seconds as we send it, or a date as proxies may. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}
