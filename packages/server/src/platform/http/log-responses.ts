import { metrics } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'

const boundariesSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One log line and one measurement for each response. Both omit the URL, which may hold a phone number. */
export function logResponses(app: FastifyInstance): void {
  const duration = metrics.getMeter('parley').createHistogram('http.server.request.duration_seconds', {
    unit: 's',
    description: 'Time from the request to the end of its answer',
    advice: { explicitBucketBoundaries: boundariesSeconds },
  })

  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    const operation = config.operation?.id ?? url ?? 'unknown'
    const status = reply.statusCode
    duration.record(reply.elapsedTime / 1000, { operation, status })
    const isRoutine = config.operation === undefined && status < 400
    request.log[isRoutine ? 'debug' : 'info'](
      {
        operation,
        method: request.method,
        status,
        durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
        ...(reply.problemCode && { code: reply.problemCode }),
      },
      'answered',
    )
  })
}
