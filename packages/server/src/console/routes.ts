import { appOperations } from '@parley/contract'
import { describePerson, listPermittedInFirm } from '../identity/index.ts'
import { relyingPartyOf } from '../identity/serve.ts'
import type { Environment } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/pool.ts'
import { firmRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'

interface WhoParts {
  readonly database: Database
  readonly config: { readonly environment: Environment; readonly publicOrigin: string }
}

/** Who is signed in to the console. */
export function serveWho(app: HttpServer, { database, config }: WhoParts): void {
  firmRoute(app, appOperations.getConsole, async ({ session }) => {
    const { hasPassword, ...person } = await describePerson(database, session.personId)
    return {
      person,
      operations: listPermittedInFirm(person.roles),
      environment: config.environment,
      hasPassword,
      offersPasskeys: relyingPartyOf(config.publicOrigin) !== undefined,
      dateTimeSignedIn: session.signedInAt.toISOString(),
      dateTimeExpires: session.expiresAt.toISOString(),
    }
  })
}
