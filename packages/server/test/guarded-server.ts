import { operations } from '@parley/contract'
import type { Database } from '../src/db/pool.ts'
import type { Clock } from '../src/identity/access/clock.ts'
import { createGuard } from '../src/identity/access/create-guard.ts'
import { guardSettings } from './guard.ts'
import { bindExample, createTestServer, listen } from './http.ts'
import { type Answer, send } from './raw-client.ts'

export const guardedPath = '/v1/core/contact/contacts/5121'

type GuardConfig = Parameters<typeof createGuard>[0]['config']

interface Options {
  readonly database: Database
  readonly config: Partial<GuardConfig> & { readonly publicOrigin: string }
  readonly clock?: Clock
  readonly log?: Parameters<typeof createGuard>[0]['log']
}

export interface GuardedServer {
  readonly url: string
  readonly port: number
  /** Calls the operation with these credentials. */
  readonly call: (token: string | undefined, apiKey: string | undefined, path?: string) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** A listening server with one operation, which reads a contact, behind the real guard. */
export async function startGuardedServer({ database, config, clock, log }: Options): Promise<GuardedServer> {
  const guard = createGuard({
    database,
    config: {
      ...guardSettings,
      ...config,
    },
    log: log ?? { info: () => {}, warn: () => {} },
    ...(clock && { clock }),
  })
  const app = createTestServer({ guard })
  bindExample(app, operations.getContact)
  const { port, url } = await listen(app)
  return {
    url,
    port,
    call: (token, apiKey, path = guardedPath) =>
      send(port, {
        path,
        headers: [
          ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
          ...(apiKey === undefined ? [] : [['X-Api-Key', apiKey] as const]),
        ],
      }),
    close: async () => {
      await app.close()
      await guard.close()
    },
  }
}
