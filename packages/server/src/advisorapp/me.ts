import { appOperations } from '@parley/contract'
import type { Environment } from '../db/migrate.ts'
import type { Database } from '../db/pool.ts'
import { appRoute } from '../http/route.ts'
import type { HttpServer } from '../http/server.ts'
import { findAdvisorById } from '../identity/index.ts'
import { relyingPartyOf } from '../identity/serve.ts'
import { countUnreadConversations, requireTextingAccount } from '../texting/index.ts'

interface MeParts {
  readonly database: Database
  readonly config: { readonly environment: Environment; readonly publicOrigin: string }
}

/** Who is signed in. */
export function serveMe(app: HttpServer, { database, config }: MeParts): void {
  appRoute(app, appOperations.getMe, async ({ session }) => {
    const { advisorId, signedInAt, expiresAt } = session
    const advisor = await findAdvisorById(database, advisorId)
    const account = await requireTextingAccount(database, advisorId)
    return {
      advisorId,
      name: advisor.name,
      email: advisor.email,
      firmName: advisor.firm.name,
      timeZone: advisor.timeZone,
      textingNumber: account.number,
      isConsentRequired: account.isConsentRequired,
      environment: config.environment,
      unreadConversations: await countUnreadConversations(database, advisorId),
      hasPassword: advisor.hasPassword,
      offersPasskeys: relyingPartyOf(config.publicOrigin) !== undefined,
      dateTimeSignedIn: signedInAt.toISOString(),
      dateTimeExpires: expiresAt.toISOString(),
    }
  })
}
