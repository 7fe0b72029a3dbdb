import { createEventCursors, LogCuts } from '../events/index.ts'
import type { SecretKeys } from '../identity/index.ts'
import type { Environment } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/pool.ts'
import type { HttpServer } from '../platform/http/server.ts'
import type { Network } from '../platform/outgoing/dialing-rule.ts'
import { serveConsole } from './console/serve-console.ts'
import { createWebhookAgent } from './create-webhook-agent.ts'
import { serveEndpoints } from './endpoints/routes.ts'

interface WebhookParts {
  readonly database: Database
  readonly config: {
    readonly cell: number
    readonly environment: Environment
    readonly publicOrigin: string
    readonly webhookNetworks: readonly Network[]
  } & SecretKeys
}

export function serveWebhooks(app: HttpServer, { database, config }: WebhookParts): void {
  const { cell, environment, publicOrigin } = config
  const agent = createWebhookAgent(config.webhookNetworks)
  app.addHook('onClose', () => agent.destroy())
  const parts = { database, secretKeys: config, agent, publicOrigin, isSandbox: environment === 'sandbox' }
  const cursors = createEventCursors(config, cell)
  serveEndpoints(app, { ...parts, cursors, cuts: new LogCuts(database) })
  serveConsole(app, { ...parts, environment })
}
