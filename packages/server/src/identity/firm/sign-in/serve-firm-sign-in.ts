import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../../../platform/http/pages/page-headers.ts'
import { refuseOtherSites } from '../../../platform/http/refuse-other-sites.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Network } from '../../../platform/outgoing/dialing-rule.ts'
import { createOutgoingAgent } from '../../../platform/outgoing/outgoing-agent.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { AddressLimit, authorizationsPlan, tooMany } from '../../access/address-limit.ts'
import { networkOf } from '../../access/network-of.ts'
import { paths } from '../../authorization/paths.ts'
import { createCookie } from '../../sessions/cookie.ts'
import { appTarget } from '../../sign-in/app-target.ts'
import { createKnownDevices, type KnownDevices } from '../../sign-in/attempts/known-device.ts'
import { loginOf } from '../../sign-in/attempts/login-of.ts'
import { rememberBrowser } from '../../sign-in/attempts/remember-browser.ts'
import { enterApp } from '../../sign-in/enter-app.ts'
import { createFormTokens } from '../../sign-in/form-token.ts'
import { type InteractionRoute, openInteraction } from '../../sign-in/open-interaction.ts'
import type { SignInParts } from '../../sign-in/parts.ts'
import { sendErrorPage } from '../../sign-in/send-error-page.ts'
import { acceptForms } from '../../sign-in/serve-forms.ts'
import { finishFirmSignIn } from './finish-firm-sign-in.ts'
import { askEmailPage, goOnPage } from './firm-sign-in-pages.ts'
import { issueFirmTicket, takeFirmTicket } from './firm-ticket.ts'
import { attemptSeconds, startFirmSignIn } from './start-firm-sign-in.ts'

const address = '/sign-in/firm'

interface Parts extends SignInParts {
  readonly config: SignInParts['config'] & { readonly webhookNetworks: readonly Network[] }
}

interface AskRoute {
  Querystring: { to?: unknown; interaction?: unknown }
  Body: URLSearchParams | undefined
}

interface TicketRoute extends InteractionRoute {
  Querystring: { firm?: unknown; ticket?: unknown }
}

type Request = FastifyRequest<AskRoute>

/** Signing in at the firm's own provider, for the app and for the authorization pages. */
export function serveFirmSignIn(app: HttpServer, { authorization, database, log, config }: Parts): void {
  const { publicOrigin, environment } = config
  const isSandbox = environment === 'sandbox'
  const agent = createOutgoingAgent({ allowedNetworks: config.webhookNetworks, answerTimeoutMs: 10_000 })
  app.addHook('onClose', () => agent.destroy())
  const parts = { database, secretKeys: config, agent, isSandbox, publicOrigin, known: new Map() }
  const tokens = createFormTokens(config)
  const devices = createKnownDevices(config, publicOrigin)
  const sessionCookie = createCookie('app', publicOrigin)
  // Sent when the provider's page leads back to us.
  const browserCookie = createCookie('firm_sign_in', publicOrigin, 'Lax')
  const starts = new AddressLimit(authorizationsPlan, systemClock)
  const headers = pageHeaders({ publicOrigin, redirectUri: publicOrigin })

  const limit = ({ ip }: FastifyRequest): void => {
    const seconds = starts.waitSeconds(ip)
    if (seconds > 0) throw tooMany(seconds)
    starts.count(ip)
  }

  const browserOf = (request: FastifyRequest): string | undefined => {
    const known = browserCookie.read(request)
    return known !== undefined && /^[\w-]{22}$/.test(known) ? known : undefined
  }

  const show = (
    request: Request,
    reply: FastifyReply,
    refused?: { email: string; error: string },
  ): FastifyReply => {
    const browser = browserOf(request) ?? randomBytes(16).toString('base64url')
    browserCookie.set(reply, browser, attemptSeconds)
    const { interaction, target } = placeOf(request)
    const query = new URLSearchParams(interaction === null ? { to: target } : { interaction })
    return reply
      .code(refused ? 422 : 200)
      .headers(headers)
      .send(
        askEmailPage({
          action: `${address}?${query.toString()}`,
          token: tokens.of(`firm sign-in ${browser}`),
          host: new URL(publicOrigin).host,
          isSandbox,
          otherWay:
            interaction === null ? `/app/sign-in?${query.toString()}` : `${paths.interaction}/${interaction}`,
          ...refused,
        }),
      )
  }

  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, publicOrigin))

    scope.get<AskRoute>(address, async (request, reply) => show(request, reply))

    scope.post<AskRoute>(address, async (request, reply) => {
      refuseOtherSites(request, publicOrigin)
      limit(request)
      const browser = browserOf(request)
      const email = request.body?.get('email')?.slice(0, 254) ?? ''
      if (browser === undefined || !tokens.fits(`firm sign-in ${browser}`, request.body?.get('token'))) {
        throw new Problem('forbidden', 'The form did not come from this page. Reload the page, then sign in.')
      }
      const url = await startFirmSignIn(parts, { email, browser, ...placeOf(request) })
      if (url) return reply.redirect(url.href, 303)
      const error = 'No firm has set up its own sign-in for this email. Sign in another way.'
      return show(request, reply, { email, error })
    })

    scope.get<{ Params: { firmId: string } }>(`${address}/:firmId/callback`, async (request, reply) => {
      limit(request)
      const firmId = /^[1-9][0-9]{0,15}$/.test(request.params.firmId) ? Number(request.params.firmId) : 0
      const search = request.raw.url?.match(/\?.*/)?.[0] ?? ''
      const browser = browserOf(request) ?? ''
      const result = await finishFirmSignIn(parts, { firmId, browser, search, traceId: request.id })
      const personId = result.outcome === 'welcome' ? result.person.id : undefined
      const { why, cause: err } = result.outcome === 'refused' ? result : {}
      log.info(
        {
          method: 'firm',
          outcome: result.outcome,
          firmId,
          personId,
          network: networkOf(request.ip),
          ...(why !== undefined && { why }),
          ...(err !== undefined && { err }),
        },
        'sign-in',
      )
      if (result.outcome === 'refused') throw new Problem('forbidden', wordsOf(result.why))
      const { interaction, target } = result.attempt
      if (interaction === null) {
        const found = await enterApp(
          { database, config },
          {
            cookie: sessionCookie,
            devices,
            request,
            reply,
            personId: result.person.id,
            proof: { means: 'firm' },
            remedy: 'administrator',
          },
        )
        const wanted = found?.accounts.length === 0 ? '/firm' : target
        return reply.headers(headers).send(goOnPage({ target: wanted, isSandbox }))
      }
      const ticket = await issueFirmTicket(database, {
        firmId,
        browser,
        interaction,
        personId: result.person.id,
      })
      const query = new URLSearchParams({ firm: String(firmId), ticket })
      const next = `${paths.interaction}/${interaction}/firm?${query.toString()}`
      return reply.headers(headers).send(goOnPage({ target: next, isSandbox }))
    })

    serveTickets(scope, { authorization, database, config }, { devices, browserOf })
  })
}

interface Browsers {
  readonly devices: KnownDevices
  readonly browserOf: (request: FastifyRequest) => string | undefined
}

/** For an authorization page, which has a cookie of its own below this path. */
function serveTickets(
  scope: HttpServer,
  { authorization, database, config }: Pick<Parts, 'authorization' | 'database' | 'config'>,
  { devices, browserOf }: Browsers,
): void {
  scope.get<TicketRoute>(`${paths.interaction}/:uid/firm`, async (request, reply) => {
    const interaction = await openInteraction(authorization, request, reply)
    const person = await takeFirmTicket(database, {
      ...request.query,
      interaction: interaction.uid,
      browser: browserOf(request),
    })
    if (!person) throw new Problem('forbidden', 'This sign-in has expired. Go back and start again.')
    const entered = { devices, request, reply, personId: person.id, remedy: 'administrator' } as const
    const login = await loginOf(database, person, { means: 'firm' })
    await rememberBrowser({ database, config }, entered)
    const returnTo = await authorization.provider.interactionResult(request.raw, reply.raw, { login })
    return reply.redirect(returnTo, 303)
  })
}

/** Where a sign-in leads: back to an authorization page, or to a page of ours. */
function placeOf({ query }: Request): { readonly interaction: string | null; readonly target: string } {
  const { interaction, to } = query
  const isPage = typeof interaction === 'string' && /^[\w-]{1,64}$/.test(interaction)
  return { interaction: isPage ? interaction : null, target: appTarget(to) }
}

function wordsOf(
  why: Extract<Awaited<ReturnType<typeof finishFirmSignIn>>, { outcome: 'refused' }>['why'],
): string {
  switch (why) {
    case 'unknown_attempt':
      return 'This sign-in has expired or was started in another browser. Start again.'
    case 'provider':
      return 'Your firm’s sign-in did not confirm who you are. Start again; if it persists, ask your firm’s administrator.'
    case 'unverified_email':
      return 'Your firm’s sign-in did not confirm your email address. Ask your firm’s administrator.'
    case 'unknown_person':
    case 'other_subject':
    case 'not_allowed':
      return 'Your firm knows you, but you have no access here. Ask your firm’s administrator.'
  }
}
