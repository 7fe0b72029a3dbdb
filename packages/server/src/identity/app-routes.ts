import { appOperations, limits, type Scope, scopes } from '@parley/contract'
import { authorOf, listActs } from '../journal/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { appRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { Problem } from '../platform/problem/problem.ts'
import { listConnectedApplications } from './applications/list-connected-applications.ts'
import { revokeApplication } from './applications/revoke-application.ts'
import { changeAdvisor } from './people/change-advisor.ts'
import { keyedHash } from './secret-key/keyed-hash.ts'
import type { SecretKeys } from './secret-key/secret-keys.ts'
import { sessionLifetimes } from './session-lifetimes.ts'
import { createCookie } from './sessions/cookie.ts'
import { endAllSessions } from './sessions/end-all-sessions.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { signOut } from './sessions/sign-out.ts'
import { addPasskey } from './settings/add-passkey.ts'
import { changePassword } from './settings/change-password.ts'
import { listPasskeys } from './settings/list-passkeys.ts'
import { removePasskey } from './settings/remove-passkey.ts'
import { requireFreshSignIn } from './settings/require-fresh-sign-in.ts'
import { startPasskey } from './settings/start-passkey.ts'
import { shownAct } from './shown-act.ts'
import { createKnownDevices } from './sign-in/attempts/known-device.ts'

interface IdentityAppParts {
  readonly database: Database
  readonly config: { readonly publicOrigin: string } & SecretKeys
}

/** Account operations of the advisor app: sign-out, settings, and connected applications. */
export function serveIdentityApp(app: HttpServer, parts: IdentityAppParts): void {
  serveSessions(app, parts)
  serveSettings(app, parts)
  serveApplications(app, parts)
}

function serveSessions(app: HttpServer, { database, config }: IdentityAppParts): void {
  const { publicOrigin } = config
  const cookie = createCookie('app', publicOrigin)
  const authorizationCookies = (['session', 'session.sig'] as const).map(name =>
    createCookie(name, publicOrigin),
  )
  const [authorizationCookie] = authorizationCookies

  appRoute(app, appOperations.signOut, async ({ session, request, reply }) => {
    await signOut(database, session, authorizationCookie?.read(request))
    for (const each of [cookie, ...authorizationCookies]) each.clear(reply)
    return undefined
  })

  appRoute(app, appOperations.listSessions, async ({ session, request }) => {
    const sessions = await listSessions(database, {
      advisorId: session.advisorId,
      appSessionId: session.id,
      authorizationSession: authorizationCookie?.read(request),
    })
    return {
      data: sessions.map(({ browser, signedInAt, usedAt, expiresAt, ...shown }) => ({
        ...shown,
        ...(browser !== null && { browser }),
        dateTimeSignedIn: signedInAt.toISOString(),
        ...(usedAt && { dateTimeUsed: usedAt.toISOString() }),
        dateTimeExpires: expiresAt.toISOString(),
      })),
    }
  })

  appRoute(app, appOperations.endSession, async input => {
    await endSession(database, authorOf(input), input.params.sessionId)
    return undefined
  })

  appRoute(app, appOperations.endOtherSessions, async input => {
    await endAllSessions(database, authorOf(input), input.session.id)
    return undefined
  })
}

function serveSettings(app: HttpServer, { database, config }: IdentityAppParts): void {
  const { publicOrigin } = config
  const cookie = createCookie('app', publicOrigin)
  const hashSubject = keyedHash(config, 'sign-in failures')
  const devices = createKnownDevices(config, publicOrigin)

  appRoute(app, appOperations.updateProfile, async input => {
    const { session, body } = input
    await changeAdvisor(database, session.advisorId, body, { ...authorOf(input), sessionId: session.id })
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
      deviceFor: advisorId => devices.nameFor(request, advisorId),
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
      data: applications.map(({ allowedAt, endedAt, scopes: allowed, ...application }) => ({
        ...application,
        scopes: allowed.map(({ endsAt, ...each }) => ({
          ...each,
          words: scopes[each.scope as Scope] ?? each.scope,
          ...(endsAt && { dateTimeEnds: endsAt.toISOString() }),
        })),
        dateTimeAllowed: allowedAt.toISOString(),
        ...(endedAt && { dateTimeRevoked: endedAt.toISOString() }),
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
