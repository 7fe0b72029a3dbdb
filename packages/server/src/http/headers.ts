import type { IncomingMessage } from 'node:http'
import { Problem } from './problem.ts'

const headersMax = 100

/** Headers that must not be repeated: Node keeps the first and a proxy may have judged by the last. */
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

/** On every answer there is. Texts and numbers belong in no cache. */
export const commonHeaders = (traceId: string): Record<string, string> => ({
  'x-trace-id': traceId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
