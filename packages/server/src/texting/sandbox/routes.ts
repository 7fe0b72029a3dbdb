import { appOperations, operations } from '@parley/contract'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute, route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { listHandsetMessages } from './list-handset-messages.ts'
import { replyFromHandset } from './reply-from-handset.ts'
import { setHandsetBehaviour } from './set-handset-behaviour.ts'
import { showHandset } from './show-handset.ts'

/** Sandbox handset routes. */
export function serveSandbox(app: HttpServer, { database }: { readonly database: Database }): void {
  route(app, operations.listHandsetMessages, ({ caller, params, query }) =>
    listHandsetMessages(database, caller.advisorId, { phone: params.phone, ...query }),
  )

  route(app, operations.replyFromHandset, async ({ caller, params, body, idempotency }) => ({
    id: await replyFromHandset(
      database,
      caller.advisorId,
      { phone: params.phone, text: body.text },
      idempotency,
    ),
  }))

  appRoute(app, appOperations.getHandset, ({ caller, params }) =>
    showHandset(database, caller.advisorId, params.phone),
  )

  appRoute(app, appOperations.setHandsetBehaviour, ({ caller, params, body }) =>
    setHandsetBehaviour(database, caller.advisorId, params.phone, body.behaviour),
  )
}
