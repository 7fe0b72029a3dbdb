import { Problem } from './problem.ts'
import type { HttpServer } from './server.ts'

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly why: string }

interface Health {
  readonly readiness: () => Promise<Readiness>
  readonly renderMetrics: () => Promise<string>
}

/** The three addresses an operator's machinery asks: is it alive, may it be sent requests, what does it measure. */
export function serveHealth(app: HttpServer, { readiness, renderMetrics }: Health): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const state = await readiness()
    if (!state.ready) throw new Problem('downstream_unavailable', `Not ready: ${state.why}.`)
    return { status: 'ready' }
  })

  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return renderMetrics()
  })
}
