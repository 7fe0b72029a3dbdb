import { appOperations } from '@parley/contract'
import { requireTextingAccount } from '../consent/index.ts'
import { describePerson, findAdvisorById, listPermitted } from '../identity/index.ts'
import { relyingPartyOf } from '../identity/serve.ts'
import type { Environment } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/pool.ts'
import { appRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { countUnreadConversations } from '../texting/index.ts'

interface MeParts {
  readonly database: Database
  readonly config: {
    readonly environment: Environment
    readonly publicOrigin: string
    readonly logDirectory?: string
  }
}

/** The account that the app shows, and who is signed in. */
export function serveMe(app: HttpServer, { database, config }: MeParts): void {
  appRoute(app, appOperations.getMe, async ({ session }) => {
    const { advisorId, personId, role, signedInAt, expiresAt } = session
    const { name, email, hasPassword, accounts } = await describePerson(database, personId)
    const advisor = await findAdvisorById(database, advisorId)
    const account = await requireTextingAccount(database, advisorId)
    return {
      advisorId,
      name: advisor.name,
      email: advisor.email,
      person: { personId, name, email },
      role,
      accounts: accounts.length,
      firmName: advisor.firm.name,
      timeZone: advisor.timeZone,
      textingNumber: account.number,
      isConsentRequired: account.isConsentRequired,
      operations: listPermitted(role),
      environment: config.environment,
      unreadConversations: await countUnreadConversations(database, advisorId),
      hasPassword,
      offersPasskeys: relyingPartyOf(config.publicOrigin) !== undefined,
      offersProofs: config.logDirectory !== undefined,
      dateTimeSignedIn: signedInAt.toISOString(),
      dateTimeExpires: expiresAt.toISOString(),
    }
  })
}
