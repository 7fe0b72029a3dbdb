import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem/problem.ts'
import { hasTooManyParameters, parametersMax } from './parameter-limit.ts'

const headersMax = 100

/** Headers that must not be repeated: Node keeps the first, and a proxy may have checked the last. */
const once = new Set([
  'host',
  'authorization',
  'x-api-key',
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'idempotency-key',
  'api-version',
  'traceparent',
])

export function refuseOddHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  if (rawHeaders.length > 2 * headersMax) {
    throw new Problem('invalid_request', `The request has more than ${headersMax} headers.`)
  }
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!once.has(name)) continue
    if (seen.has(name)) throw new Problem('invalid_request', `The request has more than one ${name} header.`)
    seen.add(name)
  }
  if (headers.host === undefined && httpVersion !== '1.0') {
    throw new Problem('invalid_request', 'The request has no Host header.')
  }
}

/** On every path: the authorization server parses the query itself. */
export function refuseLongQueries({ url = '' }: IncomingMessage): void {
  const start = url.indexOf('?')
  if (start !== -1 && hasTooManyParameters(url.slice(start + 1))) {
    throw new Problem('invalid_request', `The query string has more than ${parametersMax} parameters.`)
  }
}

/** On every response: texts and numbers must not be cached or sent unencrypted. */
export const commonHeaders = (traceId: string, origin: string): Record<string, string> => ({
  'x-trace-id': traceId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})
