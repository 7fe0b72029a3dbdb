import { randomFillSync } from 'node:crypto'
import { trace } from '@opentelemetry/api'

// The standard forbids version ff, ids of zeros, and anything behind the fourth part in version 00.
const traceparent =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * The W3C trace id of a request: of the trace under way, else the caller's when it is well formed, else a new one.
 */
export function traceIdOf(header: string | string[] | undefined): string {
  const active = trace.getActiveSpan()?.spanContext().traceId
  if (active !== undefined) return active
  const given = typeof header === 'string' && header.length < 256 ? traceparent.exec(header)?.[1] : undefined
  return given ?? newTraceId()
}

// Drawn for 256 at a time: one by one, half of the time went into asking.
const pool = Buffer.alloc(16 * 256)
let used = pool.length

function newTraceId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.toString('hex', used - 16, used)
}
