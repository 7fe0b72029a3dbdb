import { appOperations, limits, type Scope, scopes } from '@parley/contract'
import { authorOf, listActs } from '../journal/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { appRoute, personRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { Problem } from '../platform/problem/problem.ts'
import { listConnectedApplications } from './applications/list-connected-applications.ts'
import { revokeApplication } from './applications/revoke-application.ts'
import { changeAdvisor } from './people/change-advisor.ts'
import { describePerson } from './person/describe-person.ts'
import { personAuthorOf } from './person/person-author.ts'
import { serveSecondFactor } from './second-factor/routes.ts'
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

/** Account operations of the advisor app: who is signed in, sign-out, settings, and connected applications. */
export function serveIdentityApp(app: HttpServer, parts: IdentityAppParts): void {
  serveSessions(app, parts)
  serveSettings(app, parts)
  serveSecondFactor(app, parts)
  serveApplications(app, parts)
}

function serveSessions(app: HttpServer, { database, config }: IdentityAppParts): void {
  const { publicOrigin } = config
  const cookie = createCookie('app', publicOrigin)
  const authorizationCookies = (['session', 'session.sig'] as const).map(name =>
    createCookie(name, publicOrigin),
  )
  const [authorizationCookie] = authorizationCookies

  personRoute(app, appOperations.getPerson, ({ session }) => describePerson(database, session.personId))

  personRoute(app, appOperations.signOut, async ({ session, request, reply }) => {
    await signOut(database, session, authorizationCookie?.read(request))
    for (const each of [cookie, ...authorizationCookies]) each.clear(reply)
    return undefined
  })

  personRoute(app, appOperations.listSessions, async ({ session, request }) => {
    const sessions = await listSessions(database, {
      personId: session.personId,
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

  personRoute(app, appOperations.endSession, async input => {
    await endSession(database, personAuthorOf(input), input.params.sessionId)
    return undefined
  })

  personRoute(app, appOperations.endOtherSessions, async input => {
    await endAllSessions(database, personAuthorOf(input), input.session.id)
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

  personRoute(app, appOperations.changePassword, async input => {
    const { session, body, request, reply } = input
    const { currentPassword, newPassword } = body
    const token = await changePassword(database, hashSubject, personAuthorOf(input), {
      currentPassword,
      newPassword,
      session,
      address: request.ip,
      deviceFor: personId => devices.nameFor(request, personId),
    })
    const secondsLeft = Math.ceil((session.expiresAt.getTime() - Date.now()) / 1_000)
    cookie.set(reply, token, Math.min(Math.max(secondsLeft, 1), sessionLifetimes.whole))
    return undefined
  })

  personRoute(app, appOperations.listPasskeys, async ({ session }) => {
    const passkeys = await listPasskeys(database, session.personId)
    return {
      data: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
        passkeyId,
        name,
        dateTimeAdded: createdAt.toISOString(),
        ...(lastUsedAt && { dateTimeUsed: lastUsedAt.toISOString() }),
      })),
    }
  })

  personRoute(app, appOperations.startPasskey, async ({ session }) => ({
    options: await startPasskey(database, publicOrigin, session),
  }))

  personRoute(app, appOperations.addPasskey, async input => {
    const { session, body } = input
    const { credential: response, name } = body
    const passkey = { session, publicOrigin, response, name: name.trim() }
    return { passkeyId: await addPasskey(database, personAuthorOf(input), passkey) }
  })

  personRoute(app, appOperations.removePasskey, async input => {
    requireFreshSignIn(input.session)
    await removePasskey(database, personAuthorOf(input), input.params.passkeyId)
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
