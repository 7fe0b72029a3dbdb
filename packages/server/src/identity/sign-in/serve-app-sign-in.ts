import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/pool.ts'
import { pageHeaders } from '../../platform/http/pages/page-headers.ts'
import { refuseOtherSites } from '../../platform/http/refuse-other-sites.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { networkOf } from '../access/network-of.ts'
import { keyedHash } from '../secret-key/keyed-hash.ts'
import { type Cookie, createCookie } from '../sessions/cookie.ts'
import { type FoundSession, findSession } from '../sessions/find-session.ts'
import type { SignInProof } from '../sessions/sign-in-proof.ts'
import { appTarget } from './app-target.ts'
import { createKnownDevices } from './attempts/known-device.ts'
import { signInWithPassword } from './attempts/sign-in-with-password.ts'
import { formatWait } from './attempts/slow-down.ts'
import { enterApp } from './enter-app.ts'
import { createFormTokens, type FormTokens } from './form-token.ts'
import { signInPage } from './pages/sign-in-page.ts'
import type { AppSignInParts } from './parts.ts'
import { finishPasskeySignIn } from './passkeys/finish-passkey-sign-in.ts'
import { type RelyingParty, relyingPartyOf } from './passkeys/relying-party.ts'
import { startPasskeySignIn } from './passkeys/start-passkey-sign-in.ts'
import type { SecondStep } from './second-step/second-step.ts'
import { serveSecondStep } from './second-step/serve-second-step.ts'
import { passkeyWanted, stepAfterPassword } from './second-step/step-after-password.ts'
import { sendErrorPage } from './send-error-page.ts'
import { acceptForms } from './serve-forms.ts'

const address = '/app/sign-in'
const passkeyAddress = `${address}/passkey`
/** How long the page is valid. */
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

interface Tried {
  readonly outcome: string
  readonly personId: number | undefined
}

/**
 * The page on which people sign in to the advisor app and to /firm. App and server are one, so no authorization is needed: a sign-in
 * starts a session. A separate cookie ties the form to the browser that loaded it.
 */
export function serveAppSignIn(app: HttpServer, parts: AppSignInParts): void {
  const { database, log, config } = parts
  const { publicOrigin, environment } = config
  const relyingParty = relyingPartyOf(publicOrigin)
  const tokens = createFormTokens(config)
  const hashSubject = keyedHash(config, 'sign-in failures')
  const devices = createKnownDevices(config, publicOrigin)
  const logSignIn = (request: Request, method: string, { outcome, personId }: Tried): void =>
    log.info({ method, outcome, personId, to: 'app', network: networkOf(request.ip) }, 'sign-in')
  const sessionCookie = createCookie('app', publicOrigin)
  const pageCookie = createCookie('app_sign_in', publicOrigin)

  const show = (request: Request, reply: FastifyReply, refused?: Refused): FastifyReply => {
    // Two windows may show the page: an existing cookie is kept.
    const known = pageCookie.read(request)
    const page =
      known !== undefined && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
    pageCookie.set(reply, page, pageLifeSeconds)
    const query = queryOf(request)
    return reply
      .code(refused?.status ?? 200)
      .headers(pageHeaders({ publicOrigin, hasScript: relyingParty !== undefined }))
      .send(
        signInPage({
          action: `${address}${query}`,
          passkeys: relyingParty && { address: passkeyAddress, query },
          firmSignIn: `/sign-in/firm${query}`,
          token: tokens.of(`app ${page}`),
          purpose: 'own app',
          host: new URL(publicOrigin).host,
          isSandbox: environment === 'sandbox',
          ...refused,
        }),
      )
  }

  /** The page in this browser that sent the request. */
  const pageOf = (request: Request, token: unknown): string => {
    refuseOtherSites(request, publicOrigin)
    const page = pageCookie.read(request)
    if (page === undefined || !tokens.fits(`app ${page}`, token)) {
      throw new Problem('forbidden', 'The form did not come from this page. Reload the page, then sign in.')
    }
    return page
  }

  const enter = async (
    request: Request,
    reply: FastifyReply,
    personId: number,
    proof: SignInProof,
  ): Promise<string> => {
    const cookie = sessionCookie
    const entry = { cookie, devices, request, reply, personId, proof, remedy: 'password' } as const
    const found = await enterApp(parts, entry)
    pageCookie.clear(reply)
    return landingOf(found, request.query.to)
  }

  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, publicOrigin))

    scope.get<AppSignInRoute>(address, async (request, reply) => {
      const token = sessionCookie.read(request)
      const found = token === undefined ? undefined : await findSession(database, { token, isUse: true })
      // Sensitive actions require a new sign-in.
      if (found && request.query.again === undefined) {
        return reply.redirect(landingOf(found, request.query.to), 303)
      }
      return show(request, reply)
    })

    serveSecondStep(scope, parts, secondStepOf({ pageCookie, tokens, pageOf, enter }))

    scope.post<AppSignInRoute>(address, async (request, reply) => {
      const form = request.body ?? new URLSearchParams()
      const page = pageOf(request, form.get('token'))
      const email = form.get('email') ?? ''
      const password = form.get('password') ?? ''
      if (email.trim() === '' || password === '') {
        const error = 'Enter your email and password.'
        return show(request, reply, { status: 422, email, error })
      }
      const result = await signInWithPassword(database, hashSubject, {
        email,
        password,
        address: request.ip,
        deviceFor: personId => devices.nameFor(request, personId),
      })
      logSignIn(request, 'password', result)
      switch (result.outcome) {
        case 'welcome': {
          const { id, passwordHash } = result.person
          const step = await stepAfterPassword(database, `app ${page}`, result.person, {
            offersPasskeys: relyingParty !== undefined,
          })
          if (step === 'passkey') return show(request, reply, { status: 422, email, error: passkeyWanted })
          if (step !== 'enter') return reply.redirect(`${address}/${step}${queryOf(request)}`, 303)
          const proof = { means: 'password', passwordHash } as const
          return reply.redirect(await enter(request, reply, id, proof), 303)
        }
        case 'refused': {
          const error = 'Wrong email or password.'
          return show(request, reply, { status: 422, email, error })
        }
        case 'wait': {
          const error = `There were too many attempts. Wait ${formatWait(result.seconds)}, then try again.`
          reply.header('retry-after', String(result.seconds))
          return show(request, reply, { status: 429, email, error })
        }
      }
    })
  })

  if (relyingParty) {
    void app.register(async scope =>
      servePasskeySignIn(scope, { database, relyingParty, pageOf, enter, logSignIn }),
    )
  }
}

interface PageParts {
  /** The page in this browser that sent the request. */
  readonly pageOf: (request: Request, token: unknown) => string
  readonly enter: (
    request: Request,
    reply: FastifyReply,
    personId: number,
    proof: SignInProof,
  ) => Promise<string>
}

interface StepParts extends PageParts {
  readonly pageCookie: Cookie
  readonly tokens: FormTokens
}

const secondStepOf = ({ pageCookie, tokens, pageOf, enter }: StepParts): SecondStep => ({
  route: address,
  open: async request => {
    const page = pageCookie.read(request)
    if (page === undefined) return undefined
    return {
      place: `app ${page}`,
      address,
      query: queryOf(request as Request),
      token: tokens.of(`app ${page}`),
    }
  },
  checkForm: (request, form) => void pageOf(request as Request, form.get('token')),
  enter: (request, reply, { person: { id, passwordHash }, factorAddedAt }) =>
    enter(request as Request, reply, id, { means: 'password', passwordHash, factorAddedAt }),
})

interface PasskeyParts extends PageParts {
  readonly database: Database
  readonly relyingParty: RelyingParty
  readonly logSignIn: (request: Request, method: string, tried: Tried) => void
}

/** The two JSON endpoints of the page's script. A passkey verifies its user, so it is both factors. */
function servePasskeySignIn(
  scope: HttpServer,
  { database, relyingParty, pageOf, enter, logSignIn }: PasskeyParts,
): void {
  const options = { bodyLimit: 16 * 1024 }
  scope.post<AppSignInRoute>(`${passkeyAddress}/options`, options, async request => {
    const page = pageOf(request, request.headers['x-form-token'])
    return { options: await startPasskeySignIn(database, relyingParty, `app ${page}`) }
  })

  scope.post<AppSignInRoute>(`${passkeyAddress}/verify`, options, async (request, reply) => {
    const page = pageOf(request, request.headers['x-form-token'])
    const person = await finishPasskeySignIn(database, relyingParty, `app ${page}`, request.body)
    logSignIn(request, 'passkey', { outcome: person ? 'welcome' : 'refused', personId: person?.id })
    if (!person) throw new Problem('forbidden', 'The passkey was not accepted.')
    const { id, credentialId } = person
    return { location: await enter(request, reply, id, { means: 'passkey', credentialId }) }
  })
}

const queryOf = ({ query }: Request): string =>
  `?${new URLSearchParams({ to: appTarget(query.to) }).toString()}`

/** Somebody who can act for no advisor has no use for the app, but for the console. */
function landingOf(found: FoundSession | undefined, wanted: unknown): string {
  const target = appTarget(wanted)
  return found?.accounts.length === 0 && !/^\/firm\b/.test(target) ? '/firm' : target
}
