import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { Problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { allowApplication } from '../authorization/allow-application.ts'
import { paths } from '../authorization/paths.ts'
import { acceptForms } from './accept-forms.ts'
import { answerFailure } from './answer-failure.ts'
import { consentingAdvisor } from './consenting-advisor.ts'
import { keyedHash } from './keys.ts'
import { type Interaction, type InteractionRoute, openInteraction } from './open-interaction.ts'
import { pageHeaders } from './page-headers.ts'
import type { SignIn } from './parts.ts'
import { renderInteraction } from './render-interaction.ts'
import { requestOf } from './request-of.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { inWords } from './slow-down.ts'

interface FormRoute extends InteractionRoute {
  Body: URLSearchParams | undefined
}

interface Post {
  readonly request: FastifyRequest<FormRoute>
  readonly reply: FastifyReply
  readonly interaction: Interaction
  readonly form: URLSearchParams
}

/** GET shows what the interaction waits for; each POST does one thing and leads on by 303. */
export function servePages(app: HttpServer, signIn: SignIn): void {
  const { authorization, database, log, config, tokens } = signIn
  const address = `${paths.interaction}/:uid`
  const hashSubject = keyedHash(config.secretKey, 'sign-in failures')

  acceptForms(app)
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, config.publicOrigin))

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

  const on = (
    action: string,
    prompts: readonly string[],
    act: (post: Post) => Promise<FastifyReply>,
  ): void => {
    app.post<FormRoute>(`${address}/${action}`, async (request, reply) => {
      const { uid } = request.params
      const form = request.body ?? new URLSearchParams()
      if (!tokens.fits(uid, form.get('token'))) {
        throw new Problem('forbidden', 'The form did not come from this page. Go back and try again.')
      }
      const interaction = await openInteraction(authorization, request, reply)
      // Sent twice: the first has decided.
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
        error: 'Enter your e-mail address and your password.',
      })
    }
    const result = await signInWithPassword(database, hashSubject, { email, password, address: request.ip })
    const advisorId = result.outcome === 'welcome' ? result.advisor.id : undefined
    log.info({ method: 'password', outcome: result.outcome, advisorId }, 'sign-in')
    switch (result.outcome) {
      case 'welcome':
        return finish(post, { login: { accountId: result.advisor.identifier } })
      case 'refused':
        return show(reply.code(422), interaction, {
          email,
          error: 'The e-mail address or the password is not right.',
        })
      case 'wait':
        return show(reply.code(429).header('retry-after', String(result.seconds)), interaction, {
          email,
          error: `There were too many attempts. Wait ${inWords(result.seconds)}, then try again.`,
        })
    }
  })

  on('allow', ['consent'], async post => {
    const advisor = await consentingAdvisor(database, post.interaction)
    const grantId = await allowApplication(authorization, {
      identifier: advisor.identifier,
      ...requestOf(post.interaction),
    })
    log.info({ advisorId: advisor.id, grantId }, 'application allowed')
    return finish(post, { consent: { grantId } })
  })

  on('deny', ['login', 'consent'], post =>
    finish(post, { error: 'access_denied', error_description: 'the advisor did not allow it' }),
  )

  on('switch', ['consent'], async ({ reply, interaction }) =>
    reply.redirect(withSignIn(interaction.params), 303),
  )
}

/** The same request again, from the sign-in on. */
function withSignIn(params: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(params).filter(([, value]) => typeof value === 'string') as [string, string][]
  const query = new URLSearchParams(given)
  const prompts = new Set(['login', ...(query.get('prompt') ?? '').split(' ').filter(Boolean)])
  query.set('prompt', [...prompts].join(' '))
  return `${paths.authorization}?${query.toString()}`
}
