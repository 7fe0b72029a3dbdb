import { appOperations, limits, type Scope, scopes } from '@parley/contract'
import type { Database } from '../db/pool.ts'
import { Problem } from '../http/problem.ts'
import { appRoute } from '../http/route.ts'
import type { HttpServer } from '../http/server.ts'
import { authorOf, listActs } from '../journal/index.ts'
import { listConnectedApplications } from './applications/list-connected-applications.ts'
import { revokeApplication } from './applications/revoke-application.ts'
import { changeAdvisor } from './people/change-advisor.ts'
import { createCookie } from './sessions/cookie.ts'
import { endSession } from './sessions/end-session.ts'
import { sessionLifetimes } from './sessions/lifetimes.ts'
import { addPasskey } from './settings/add-passkey.ts'
import { changePassword } from './settings/change-password.ts'
import { listPasskeys } from './settings/list-passkeys.ts'
import { removePasskey } from './settings/remove-passkey.ts'
import { requireFreshSignIn } from './settings/require-fresh-sign-in.ts'
import { startPasskey } from './settings/start-passkey.ts'
import { shownAct } from './shown-act.ts'
import { keyedHash } from './sign-in/keys.ts'

interface IdentityAppParts {
  readonly database: Database
  readonly config: { readonly publicOrigin: string; readonly secretKey: Buffer }
}

/** What the advisor's own app does with the account itself: sign-out, settings, and who may act for the advisor. */
export function serveIdentityApp(app: HttpServer, parts: IdentityAppParts): void {
  serveSettings(app, parts)
  serveApplications(app, parts)
}

function serveSettings(app: HttpServer, { database, config }: IdentityAppParts): void {
  const { publicOrigin } = config
  const cookie = createCookie('app', publicOrigin)
  const hashSubject = keyedHash(config.secretKey, 'sign-in failures')

  appRoute(app, appOperations.signOut, async ({ session, reply }) => {
    await endSession(database, session)
    cookie.clear(reply)
    return undefined
  })

  appRoute(app, appOperations.updateProfile, async input => {
    const { session, body } = input
    await changeAdvisor(database, session.advisorId, body, {
      author: authorOf(input),
      sessionId: session.id,
    })
    return undefined
  })

  appRoute(app, appOperations.changePassword, async input => {
    const { session, body, request, reply } = input
    const { currentPassword, newPassword } = body
    const token = await changePassword(database, hashSubject, authorOf(input), {
      currentPassword,
      newPassword,
      session,
      address: request.ip,
    })
    const secondsLeft = Math.ceil((session.expiresAt.getTime() - Date.now()) / 1_000)
    cookie.set(reply, token, Math.min(Math.max(secondsLeft, 1), sessionLifetimes.whole))
    return undefined
  })

  appRoute(app, appOperations.listPasskeys, async ({ caller }) => {
    const passkeys = await listPasskeys(database, caller.advisorId)
    return {
      data: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
        passkeyId,
        name,
        dateTimeAdded: createdAt.toISOString(),
        ...(lastUsedAt && { dateTimeUsed: lastUsedAt.toISOString() }),
      })),
    }
  })

  appRoute(app, appOperations.startPasskey, async ({ session }) => ({
    options: await startPasskey(database, publicOrigin, session),
  }))

  appRoute(app, appOperations.addPasskey, async input => {
    const { session, body } = input
    const { credential: response, name } = body
    const passkey = { session, publicOrigin, response, name: name.trim() }
    return { passkeyId: await addPasskey(database, authorOf(input), passkey) }
  })

  appRoute(app, appOperations.removePasskey, async input => {
    requireFreshSignIn(input.session)
    await removePasskey(database, authorOf(input), input.params.passkeyId)
    return undefined
  })
}

function serveApplications(app: HttpServer, { database }: IdentityAppParts): void {
  appRoute(app, appOperations.listConnectedApplications, async ({ caller }) => {
    const applications = await listConnectedApplications(database, caller.advisorId)
    return {
      data: applications.map(({ allowedAt, revokedAt, scopes: allowed, ...application }) => ({
        ...application,
        scopes: allowed.map(scope => ({ scope, words: scopes[scope as Scope] ?? scope })),
        dateTimeAllowed: allowedAt.toISOString(),
        ...(revokedAt && { dateTimeRevoked: revokedAt.toISOString() }),
      })),
    }
  })

  appRoute(app, appOperations.listApplicationActs, async ({ caller: { advisorId }, params }) => {
    const { applicationId } = params
    const connected = await listConnectedApplications(database, advisorId)
    if (!connected.some(each => each.applicationId === applicationId)) {
      throw new Problem('not_found', 'There is no such application on this account.')
    }
    const { acts, since } = await listActs(database, { advisorId, applicationId, limit: limits.actsShown })
    return { data: acts.map(shownAct), since: since.toISOString() }
  })

  appRoute(app, appOperations.revokeApplication, async input => {
    await revokeApplication(database, authorOf(input), input.params.applicationId)
    return undefined
  })
}
