import { Problem } from '../problem/problem.ts'
import type { HttpServer } from './server.ts'

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly why: string }

/** Liveness and readiness for load balancers. */
export function serveHealth(app: HttpServer, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const state = await readiness()
    if (!state.ready) throw new Problem('downstream_unavailable', `Not ready: ${state.why}.`)
    return { status: 'ready' }
  })
}

/** Never on the public port: it shows how busy the firms are, and reading it costs time. */
export function serveMetrics(app: HttpServer, renderMetrics: () => Promise<string>): void {
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return renderMetrics()
  })
}
