import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { describeBrowser } from '../sessions/browsers/describe-browser.ts'
import type { NewBrowserNotice } from '../sessions/browsers/tell-new-browser.ts'
import type { Cookie } from '../sessions/cookie.ts'
import { type FoundSession, findSession } from '../sessions/find-session.ts'
import type { SignInProof } from '../sessions/sign-in-proof.ts'
import { startSession } from '../sessions/start-session.ts'
import type { KnownDevices } from './attempts/known-device.ts'
import type { AppSignInParts } from './parts.ts'

interface Entry {
  /** Of the session. */
  readonly cookie: Cookie
  readonly devices: KnownDevices
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly personId: number
  readonly proof: SignInProof
  readonly remedy: NewBrowserNotice['remedy']
}

/** Starts a session of the app, whichever way the person signed in, and tells them if the browser is new. */
export async function enterApp(
  { database, config: { mailUrl, publicOrigin } }: Pick<AppSignInParts, 'database' | 'config'>,
  { cookie, devices, request, reply, personId, proof, remedy }: Entry,
): Promise<FoundSession | undefined> {
  const isNew = devices.nameFor(request, personId) === undefined
  const { token } = await startSession(database, {
    personId,
    heldToken: cookie.read(request),
    browser: describeBrowser(request.headers['user-agent']),
    notice: mailUrl !== undefined && isNew ? { publicOrigin, remedy } : undefined,
    proof,
  })
  cookie.set(reply, token, sessionLifetimes.whole)
  devices.remember(request, reply, personId)
  return findSession(database, { token, isUse: false })
}
