import { operations } from '@parley/contract'
import { createGuard } from '../../src/identity/access/create-guard.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { type Answer, send } from '../http/raw-client.ts'
import { guardSettings } from './guard.ts'
import { bindExample, createTestServer, listen } from './http.ts'

export const guardedPath = '/v1/core/contact/contacts/5121'
/** Needs text.messaging.read. */
export const textingPath = '/v1/text/messaging/messages/5121'

type GuardConfig = Parameters<typeof createGuard>[0]['config']

interface Options {
  readonly database: Database
  readonly config: Partial<GuardConfig> & { readonly publicOrigin: string }
  readonly clock?: Clock
  readonly log?: Parameters<typeof createGuard>[0]['log']
  readonly trustedProxies?: readonly string[]
}

export interface GuardedServer {
  readonly url: string
  readonly port: number
  /** Calls the operation with these credentials. */
  readonly call: (
    token: string | undefined,
    apiKey: string | undefined,
    path?: string,
    forwardedFor?: string,
  ) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** A listening server with two operations, which read a contact and a message, behind the real guard. */
export async function startGuardedServer(options: Options): Promise<GuardedServer> {
  const { database, config, clock, log, trustedProxies = [] } = options
  const guard = createGuard({
    database,
    config: {
      ...guardSettings,
      ...config,
    },
    log: log ?? { info: () => {}, warn: () => {} },
    ...(clock && { clock }),
  })
  const app = createTestServer({ guard, trustedProxies })
  bindExample(app, operations.getContact)
  bindExample(app, operations.getMessage)
  const { port, url } = await listen(app)
  return {
    url,
    port,
    call: (token, apiKey, path = guardedPath, forwardedFor) =>
      send(port, {
        path,
        headers: [
          ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
          ...(apiKey === undefined ? [] : [['X-Api-Key', apiKey] as const]),
          ...(forwardedFor === undefined ? [] : [['X-Forwarded-For', forwardedFor] as const]),
        ],
      }),
    close: async () => {
      await app.close()
      await guard.close()
    },
  }
}
