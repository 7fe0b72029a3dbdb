import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../http/problem.ts'
import { refuseOtherSites } from '../../http/refuse-other-sites.ts'
import type { HttpServer } from '../../http/server.ts'
import { createCookie } from '../sessions/cookie.ts'
import { findSession } from '../sessions/find-session.ts'
import { sessionLifetimes } from '../sessions/lifetimes.ts'
import { startSession } from '../sessions/start-session.ts'
import { acceptForms } from './accept-forms.ts'
import { answerFailure } from './answer-failure.ts'
import { appTarget } from './app-target.ts'
import { createFormTokens } from './form-token.ts'
import { keyedHash } from './keys.ts'
import { pageHeaders } from './page-headers.ts'
import type { AppSignInParts } from './parts.ts'
import { finishPasskeySignIn } from './passkeys/finish-passkey-sign-in.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { startPasskeySignIn } from './passkeys/start-passkey-sign-in.ts'
import { signInPage } from './sign-in-page.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { inWords } from './slow-down.ts'

const address = '/app/sign-in'
const passkeyAddress = `${address}/passkey`
/** How long the page may stand open. */
const pageLifeSeconds = 3_600

interface AppSignInRoute {
  Querystring: { to?: unknown; again?: unknown }
  Body: URLSearchParams | undefined
}

type Request = FastifyRequest<AppSignInRoute>

interface Refused {
  readonly status: number
  readonly email: string
  readonly error: string
}

/**
 * The page on which an advisor signs in to their own app. The app and its server are one, so there is nothing to be
 * authorized: who signs in gets a session. A cookie of its own ties the form to the browser it was shown in.
 */
export function serveAppSignIn(app: HttpServer, { database, log, config }: AppSignInParts): void {
  const { publicOrigin, environment, secretKey } = config
  const relyingParty = relyingPartyOf(publicOrigin)
  const tokens = createFormTokens(secretKey)
  const hashSubject = keyedHash(secretKey, 'sign-in failures')
  const sessionCookie = createCookie('app', publicOrigin)
  const pageCookie = createCookie('app_sign_in', publicOrigin)

  const show = (request: Request, reply: FastifyReply, refused?: Refused): FastifyReply => {
    // Two windows may show the page: a page that is known stays known.
    const known = pageCookie.read(request)
    const page =
      known !== undefined && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
    pageCookie.set(reply, page, pageLifeSeconds)
    const query = `?${new URLSearchParams({ to: appTarget(request.query.to) }).toString()}`
    return reply
      .code(refused?.status ?? 200)
      .headers(pageHeaders({ publicOrigin, hasScript: relyingParty !== undefined }))
      .send(
        signInPage({
          action: `${address}${query}`,
          passkeys: relyingParty && { address: passkeyAddress, query },
          token: tokens.of(`app ${page}`),
          purpose: 'own app',
          host: new URL(publicOrigin).host,
          isSandbox: environment === 'sandbox',
          ...refused,
        }),
      )
  }

  /** The page that the request was made on, in this browser. */
  const pageOf = (request: Request, token: unknown): string => {
    refuseOtherSites(request, publicOrigin)
    const page = pageCookie.read(request)
    if (page === undefined || !tokens.fits(`app ${page}`, token)) {
      throw new Problem('forbidden', 'The form did not come from this page. Load it again, then sign in.')
    }
    return page
  }

  const enter = async (
    request: Request,
    reply: FastifyReply,
    advisorId: number,
    fittedHash?: string | null,
  ): Promise<string> => {
    const { token } = await startSession(database, advisorId, sessionCookie.read(request), fittedHash)
    sessionCookie.set(reply, token, sessionLifetimes.whole)
    pageCookie.clear(reply)
    return appTarget(request.query.to)
  }

  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, publicOrigin))

    scope.get<AppSignInRoute>(address, async (request, reply) => {
      const token = sessionCookie.read(request)
      const isIn = token !== undefined && (await findSession(database, { token, isUse: true })) !== undefined
      // Whoever does something delicate is asked to sign in again.
      if (isIn && request.query.again === undefined) return reply.redirect(appTarget(request.query.to), 303)
      return show(request, reply)
    })

    scope.post<AppSignInRoute>(address, async (request, reply) => {
      const form = request.body ?? new URLSearchParams()
      pageOf(request, form.get('token'))
      const email = form.get('email') ?? ''
      const password = form.get('password') ?? ''
      if (email.trim() === '' || password === '') {
        const error = 'Enter your e-mail address and your password.'
        return show(request, reply, { status: 422, email, error })
      }
      const result = await signInWithPassword(database, hashSubject, { email, password, address: request.ip })
      const advisorId = result.outcome === 'welcome' ? result.advisor.id : undefined
      log.info({ method: 'password', outcome: result.outcome, advisorId, to: 'app' }, 'sign-in')
      switch (result.outcome) {
        case 'welcome': {
          const { id, password_hash: fittedHash } = result.advisor
          return reply.redirect(await enter(request, reply, id, fittedHash), 303)
        }
        case 'refused': {
          const error = 'The e-mail address or the password is not right.'
          return show(request, reply, { status: 422, email, error })
        }
        case 'wait': {
          const error = `There were too many attempts. Wait ${inWords(result.seconds)}, then try again.`
          reply.header('retry-after', String(result.seconds))
          return show(request, reply, { status: 429, email, error })
        }
      }
    })
  })

  if (!relyingParty) return
  void app.register(async scope => {
    const options = { bodyLimit: 16 * 1024 }
    scope.post<AppSignInRoute>(`${passkeyAddress}/options`, options, async request => {
      const page = pageOf(request, request.headers['x-form-token'])
      return { options: await startPasskeySignIn(database, relyingParty, `app ${page}`) }
    })

    scope.post<AppSignInRoute>(`${passkeyAddress}/verify`, options, async (request, reply) => {
      const page = pageOf(request, request.headers['x-form-token'])
      const advisor = await finishPasskeySignIn(database, relyingParty, `app ${page}`, request.body)
      const outcome = advisor ? 'welcome' : 'refused'
      log.info({ method: 'passkey', advisorId: advisor?.id, outcome, to: 'app' }, 'sign-in')
      if (!advisor) throw new Problem('forbidden', 'The passkey was not accepted.')
      return { location: await enter(request, reply, advisor.id) }
    })
  })
}
