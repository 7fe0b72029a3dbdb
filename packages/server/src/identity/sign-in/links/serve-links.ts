import type { FastifyReply } from 'fastify'
import { pageHeaders } from '../../../platform/http/pages/page-headers.ts'
import { refuseOtherSites } from '../../../platform/http/refuse-other-sites.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { networkOf } from '../../access/network-of.ts'
import { keyedHash } from '../../secret-key/keyed-hash.ts'
import { formatWait } from '../attempts/slow-down.ts'
import { forgotPage } from '../pages/forgot-page.ts'
import { newPasswordPage } from '../pages/new-password-page.ts'
import { noticePage } from '../pages/notice-page.ts'
import type { AppSignInParts } from '../parts.ts'
import { sendErrorPage } from '../send-error-page.ts'
import { acceptForms } from '../serve-forms.ts'
import type { LinkPurpose } from './queries.ts'
import { requestReset } from './request-reset.ts'
import { findLink, useLink } from './use-link.ts'

const forgotAddress = '/app/sign-in/forgot'
const linkAddress = '/app/sign-in/link'

interface LinkRoute {
  Querystring: { link?: unknown }
  Body: URLSearchParams | undefined
}

const wordsAfter: Readonly<Record<LinkPurpose, string>> = {
  invitation: 'Your account is ready. Sign in with your email and this password.',
  reset: 'You are signed out everywhere. Sign in with the new password.',
}

/** Forgotten passwords, and the links with which people set one. The pages need no script and no cookie. */
export function serveLinks(app: HttpServer, { database, log, config }: AppSignInParts): void {
  const { publicOrigin, environment, mailUrl } = config
  const isSandbox = environment === 'sandbox'
  const hashSubject = keyedHash(config, 'sign-in failures')
  const send = (reply: FastifyReply, page: string): FastifyReply =>
    reply.headers(pageHeaders({ publicOrigin })).send(page)

  const over = (reply: FastifyReply): FastifyReply =>
    send(
      reply.code(404),
      noticePage({
        title: 'This link no longer works',
        message: 'It was used, replaced by a newer one, or has expired.',
        isSandbox,
      }),
    )

  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, publicOrigin))

    scope.get(forgotAddress, async (_request, reply) =>
      send(
        reply,
        mailUrl === undefined
          ? noticePage({
              title: 'Forgot your password?',
              message:
                'Ask your firm’s administrator for a new one, or the operator of this Parley server if you are the administrator. No e-mail is sent from here.',
              isSandbox,
            })
          : forgotPage({ action: forgotAddress, isSandbox }),
      ),
    )

    scope.post<LinkRoute>(forgotAddress, async (request, reply) => {
      refuseOtherSites(request, publicOrigin)
      const email = (request.body?.get('email') ?? '').slice(0, 254)
      if (mailUrl === undefined) return reply.redirect(forgotAddress, 303)
      const page = { action: forgotAddress, isSandbox, email }
      if (email.trim() === '') {
        return send(reply.code(422), forgotPage({ ...page, error: 'Enter your email.' }))
      }
      const wanted = { email, address: request.ip, publicOrigin, traceId: request.id }
      const result = await requestReset(database, hashSubject, wanted)
      log.info({ outcome: result.outcome, network: networkOf(request.ip) }, 'password reset requested')
      if (result.outcome === 'wait') {
        const error = `There were too many attempts. Wait ${formatWait(result.seconds)}, then try again.`
        reply.code(429).header('retry-after', String(result.seconds))
        return send(reply, forgotPage({ ...page, error }))
      }
      return send(
        reply,
        noticePage({
          title: 'Check your mail',
          message:
            'If this address belongs to an account, a link is on its way. It works once, within 30 minutes.',
          isSandbox,
        }),
      )
    })

    scope.get<LinkRoute>(linkAddress, async (request, reply) => {
      const link = typeof request.query.link === 'string' ? request.query.link : ''
      const person = await findLink(database, link)
      if (!person) return over(reply)
      return send(reply, newPasswordPage({ action: linkAddress, link, email: person.email, isSandbox }))
    })

    scope.post<LinkRoute>(linkAddress, async (request, reply) => {
      refuseOtherSites(request, publicOrigin)
      const link = request.body?.get('link') ?? ''
      const password = request.body?.get('password') ?? ''
      const result = await useLink(database, { token: link, password, traceId: request.id })
      const personId = result.outcome === 'done' ? result.personId : undefined
      log.info(
        { outcome: result.outcome, personId, network: networkOf(request.ip) },
        'password set by a link',
      )
      switch (result.outcome) {
        case 'over':
          return over(reply)
        case 'mistake': {
          const { email } = result.person
          const page = { action: linkAddress, link, email, isSandbox, error: result.mistake }
          return send(reply.code(422), newPasswordPage(page))
        }
        case 'done':
          return send(
            reply,
            noticePage({
              title: 'Your password is set',
              message: wordsAfter[result.purpose],
              isSandbox,
            }),
          )
      }
    })
  })
}
