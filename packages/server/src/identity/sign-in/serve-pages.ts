import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { pageHeaders } from '../../platform/http/pages/page-headers.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { networkOf } from '../access/network-of.ts'
import { paths } from '../authorization/paths.ts'
import { factorsOf } from '../person/queries.ts'
import { keyedHash } from '../secret-key/keyed-hash.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { allowForAccount } from './allow-for-account.ts'
import { createKnownDevices } from './attempts/known-device.ts'
import { isFirmLogin, loginOf } from './attempts/login-of.ts'
import { rememberBrowser } from './attempts/remember-browser.ts'
import { signInWithPassword } from './attempts/sign-in-with-password.ts'
import { formatWait } from './attempts/slow-down.ts'
import { consentingAdvisor } from './consenting-advisor.ts'
import { type Interaction, type InteractionRoute, openInteraction } from './open-interaction.ts'
import type { SignIn } from './parts.ts'
import { renderInteraction } from './render-interaction.ts'
import { requestOf } from './request-of.ts'
import type { SecondStep } from './second-step/second-step.ts'
import { serveSecondStep } from './second-step/serve-second-step.ts'
import { passkeyWanted, stepAfterPassword } from './second-step/step-after-password.ts'
import { sendErrorPage } from './send-error-page.ts'
import { acceptForms } from './serve-forms.ts'

interface FormRoute extends InteractionRoute {
  Body: URLSearchParams | undefined
}

type OpenRequest = FastifyRequest<InteractionRoute>

interface Post {
  readonly request: FastifyRequest<FormRoute>
  readonly reply: FastifyReply
  readonly interaction: Interaction
  readonly form: URLSearchParams
}

/** GET shows the next step of the interaction; each POST does one thing and redirects with 303. */
export function servePages(app: HttpServer, signIn: SignIn): void {
  const { authorization, database, log, config, tokens } = signIn
  const address = `${paths.interaction}/:uid`
  const hashSubject = keyedHash(config, 'sign-in failures')
  const devices = createKnownDevices(config, config.publicOrigin)

  acceptForms(app)
  app.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, config.publicOrigin))

  const show = async (
    reply: FastifyReply,
    interaction: Interaction,
    refused?: { readonly email: string; readonly error: string },
  ): Promise<FastifyReply> => {
    const { page, hasScript } = await renderInteraction(signIn, interaction, refused)
    const { redirectUri } = requestOf(interaction)
    return reply
      .headers(pageHeaders({ publicOrigin: config.publicOrigin, redirectUri, hasScript }))
      .send(page)
  }

  const finish = async ({ request, reply }: Post, result: InteractionResults): Promise<FastifyReply> => {
    const returnTo = await authorization.provider.interactionResult(request.raw, reply.raw, result)
    return reply.redirect(returnTo, 303)
  }

  const requireToken = (uid: string, form: URLSearchParams): void => {
    if (tokens.fits(uid, form.get('token'))) return
    throw new Problem('forbidden', 'The form did not come from this page. Go back and try again.')
  }

  const on = (
    action: string,
    prompts: readonly string[],
    act: (post: Post) => Promise<FastifyReply>,
  ): void => {
    app.post<FormRoute>(`${address}/${action}`, async (request, reply) => {
      const { uid } = request.params
      const form = request.body ?? new URLSearchParams()
      requireToken(uid, form)
      const interaction = await openInteraction(authorization, request, reply)
      // The form was sent twice: the first submission has decided.
      if (interaction.result) return reply.redirect(interaction.returnTo, 303)
      if (!prompts.includes(interaction.prompt.name))
        return reply.redirect(`${paths.interaction}/${uid}`, 303)
      return act({ request, reply, interaction, form })
    })
  }

  app.get<InteractionRoute>(address, async (request, reply) =>
    show(reply, await openInteraction(authorization, request, reply)),
  )

  on('sign-in', ['login'], async post => {
    const { request, reply, interaction, form } = post
    const email = form.get('email') ?? ''
    const password = form.get('password') ?? ''
    if (email.trim() === '' || password === '') {
      return show(reply.code(422), interaction, {
        email,
        error: 'Enter your email and password.',
      })
    }
    const result = await signInWithPassword(database, hashSubject, {
      email,
      password,
      address: request.ip,
      deviceFor: personId => devices.nameFor(request, personId),
    })
    const { outcome, personId } = result
    log.info({ method: 'password', outcome, personId, network: networkOf(request.ip) }, 'sign-in')
    switch (result.outcome) {
      case 'welcome': {
        const { person } = result
        const step = await stepAfterPassword(database, interaction.uid, person, {
          offersPasskeys: signIn.relyingParty !== undefined,
        })
        if (step === 'passkey') return show(reply.code(422), interaction, { email, error: passkeyWanted })
        if (step !== 'enter') return reply.redirect(`${paths.interaction}/${interaction.uid}/${step}`, 303)
        const { id, passwordHash } = person
        const login = await loginOf(database, person, { means: 'password', passwordHash })
        await rememberBrowser(signIn, { devices, request, reply, personId: id })
        return finish(post, { login })
      }
      case 'refused':
        return show(reply.code(422), interaction, {
          email,
          error: 'Wrong email or password.',
        })
      case 'wait':
        return show(reply.code(429).header('retry-after', String(result.seconds)), interaction, {
          email,
          error: `There were too many attempts. Wait ${formatWait(result.seconds)}, then try again.`,
        })
    }
  })

  serveSecondStep(app, signIn, secondStepOf(signIn, requireToken))

  on('allow', ['consent'], async post => {
    const { interaction, form } = post
    const advisor = await consentingAdvisor(database, interaction)
    const { person } = advisor
    const session = await authorization.provider.Session.findByUid(interaction.session?.uid ?? '')
    // The page may have been open for an hour, and the firm may require a second factor or its own sign-in since.
    const isStale =
      requestOf(interaction).scopes.includes('offline_access') && session?.past(sessionLifetimes.fresh)
    const [factors] = await factorsOf(database, [person.id])
    const isRefused =
      (factors?.isRequired && !session?.amr?.includes('mfa')) ||
      (person.mustUseFirmSignIn && !isFirmLogin(session?.amr))
    // Without a session the advisor has signed out since, or the account was handed over.
    if (!session || isStale || isRefused) {
      return post.reply.redirect(withSignIn(interaction.params), 303)
    }
    const account = form.get('account') ?? advisor.identifier
    const grantId = await allowForAccount(signIn, { interaction, session, advisor, account })
    if (grantId === undefined) return post.reply.redirect(withSignIn(interaction.params), 303)
    log.info({ personId: person.id, grantId }, 'application allowed')
    return finish(post, { ...loginIn(interaction, account), consent: { grantId } })
  })

  on('deny', ['login', 'consent'], post =>
    finish(post, { error: 'access_denied', error_description: 'the advisor denied access' }),
  )

  on('switch', ['consent'], async ({ reply, interaction }) =>
    reply.redirect(withSignIn(interaction.params), 303),
  )
}

function secondStepOf(
  { authorization, database, config, tokens }: SignIn,
  requireToken: (uid: string, form: URLSearchParams) => void,
): SecondStep {
  const devices = createKnownDevices(config, config.publicOrigin)
  return {
    route: `${paths.interaction}/:uid`,
    open: async (request, reply) => {
      const interaction = await openInteraction(authorization, request as OpenRequest, reply)
      const { uid, prompt, result } = interaction
      if (result || prompt.name !== 'login') return undefined
      const { redirectUri } = requestOf(interaction)
      const address = `${paths.interaction}/${uid}`
      return { place: uid, address, query: '', token: tokens.of(uid), redirectUri }
    },
    checkForm: (request, form) => requireToken((request as OpenRequest).params.uid, form),
    enter: async (request, reply, { person, factorAddedAt }) => {
      const { id, passwordHash } = person
      const login = await loginOf(database, person, { means: 'password', passwordHash, factorAddedAt })
      await rememberBrowser({ database, config }, { devices, request, reply, personId: id })
      return authorization.provider.interactionResult(request.raw, reply.raw, { login })
    },
  }
}

/** A sign-in of the same interaction counts for the account that was chosen. */
function loginIn({ lastSubmission }: Interaction, accountId: string): InteractionResults {
  const login = lastSubmission?.['login']
  return typeof login === 'object' && login !== null ? { login: { ...login, accountId } } : {}
}

/** The same request again, starting with the sign-in. */
function withSignIn(params: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(params).filter(([, value]) => typeof value === 'string') as [string, string][]
  const query = new URLSearchParams(given)
  const prompts = new Set(['login', ...(query.get('prompt') ?? '').split(' ').filter(Boolean)])
  query.set('prompt', [...prompts].join(' '))
  return `${paths.authorization}?${query.toString()}`
}
