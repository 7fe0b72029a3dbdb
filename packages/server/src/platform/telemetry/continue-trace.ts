import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api'

/** A span under a request that may have ended long ago, in another process. */
export function continueTrace(traceParent: string, name: string, attributes: Attributes): Span {
  const [, traceId = '', spanId = '', flags = ''] = traceParent.split('-')
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  const context = trace.setSpanContext(ROOT_CONTEXT, parent)
  return trace.getTracer('parley').startSpan(name, { kind: SpanKind.CONSUMER, attributes }, context)
}

/** A call that is a part of another span. */
export function startCall(within: Span, name: string, attributes: Attributes): Span {
  const context = trace.setSpan(ROOT_CONTEXT, within)
  return trace.getTracer('parley').startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
}
