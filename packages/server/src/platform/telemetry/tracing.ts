import { register } from 'node:module'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

export interface Tracing {
  readonly stop: () => Promise<void>
}

/** Sends traces to an OpenTelemetry collector. Must run before the modules it instruments are loaded. */
export function startTracing(serviceName: string, endpoint: string): Tracing {
  // ES modules can be instrumented only through this hook.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const tracerProvider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [redactor, new BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(tracerProvider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  registerInstrumentations({
    tracerProvider,
    instrumentations: [new HttpInstrumentation(), new PgInstrumentation({ requireParentSpan: true })],
  })
  return { stop: () => tracerProvider.shutdown() }
}

/** Attributes that cannot hold a text, a number or a secret. No others are exported. */
const harmless =
  /^(http\.(method|request\.method|route|status_code|response\.status_code)|error\.type|db\.(system|system\.name|statement|query\.text|name|namespace)|server\.(address|port)|operation|parley\.(carrier|attempt|ending))$/

/** Runs before the exporter. URLs hold phone numbers, and PostgreSQL's messages quote values. */
const redactor: SpanProcessor = {
  onStart: () => {},
  onEnd: span => {
    for (const key of Object.keys(span.attributes)) if (!harmless.test(key)) delete span.attributes[key]
    for (const event of span.events) delete event.attributes
    delete span.status.message
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
}
