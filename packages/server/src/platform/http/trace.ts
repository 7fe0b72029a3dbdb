import { randomFillSync } from 'node:crypto'
import { trace } from '@opentelemetry/api'

// The standard forbids version ff, ids of zeros, and anything after the fourth part in version 00.
const traceparent =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/** The W3C trace id of a request: that of the active trace, else the caller's if well formed, else a new one. */
export function traceIdOf(header: string | string[] | undefined): string {
  const active = trace.getActiveSpan()?.spanContext().traceId
  if (active !== undefined) return active
  const given = typeof header === 'string' && header.length < 256 ? traceparent.exec(header)?.[1] : undefined
  return given ?? newTraceId()
}

/** The span of the request that is being handled, as a W3C traceparent; null if it is not traced. */
export function traceParent(): string | null {
  const active = trace.getActiveSpan()?.spanContext()
  if (active === undefined || !trace.isSpanContextValid(active)) return null
  return `00-${active.traceId}-${active.spanId}-0${active.traceFlags & 1}`
}

// Random bytes for 256 ids at once: with one call per id, the call was half of the cost.
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
