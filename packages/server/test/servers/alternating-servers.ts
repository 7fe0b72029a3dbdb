// Processes with different secret keys behind one address: each request goes to the next of them.
import { createApp } from '../../src/app.ts'
import type { SecretKeys } from '../../src/identity/index.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import type { HttpServer } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { guardSettings } from './guard.ts'

export interface AlternatingServers {
  /** Only what clients need: it injects requests. */
  readonly app: Pick<HttpServer, 'inject'>
  readonly apps: readonly HttpServer[]
  readonly close: () => Promise<void>
}

export async function startAlternating(
  database: Database,
  rings: readonly SecretKeys[],
): Promise<AlternatingServers> {
  const apps: HttpServer[] = []
  for (const keys of rings) {
    apps.push(
      await createApp({
        config: {
          ...guardSettings,
          publicOrigin: 'http://localhost:8080',
          cell: 1,
          trustedProxies: [],
          ...keys,
        },
        database,
        log: createLogger('silent'),
        metrics: { render: async () => '' },
      }),
    )
  }
  let requests = 0
  const inject = (...request: Parameters<HttpServer['inject']>) => {
    const app = apps[requests % apps.length]
    requests += 1
    if (!app) throw new Error('there is no server')
    return app.inject(...request)
  }
  return {
    app: { inject },
    apps,
    close: async () => {
      for (const app of apps) await app.close()
    },
  }
}
