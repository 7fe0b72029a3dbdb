import { pageHeaders } from '../../../platform/http/pages/page-headers.ts'
import { refuseOtherSites } from '../../../platform/http/refuse-other-sites.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { AddressLimit, authorizationsPlan, tooMany } from '../../access/address-limit.ts'
import { createCookie } from '../../sessions/cookie.ts'
import { createKnownDevices } from '../../sign-in/attempts/known-device.ts'
import { enterApp } from '../../sign-in/enter-app.ts'
import type { AppSignInParts } from '../../sign-in/parts.ts'
import { sendErrorPage } from '../../sign-in/send-error-page.ts'
import { acceptForms } from '../../sign-in/serve-forms.ts'
import { useBreakGlass } from './break-glass.ts'
import { oncePage } from './firm-sign-in-pages.ts'

interface OnceRoute {
  Querystring: { link?: unknown }
  Body: URLSearchParams | undefined
}

/** One-time links of an operator. Opening one does nothing; its button signs in. */
export function serveOnce(app: HttpServer, parts: AppSignInParts): void {
  const { database, log, config } = parts
  const { publicOrigin, environment } = config
  const cookie = createCookie('app', publicOrigin)
  const devices = createKnownDevices(config, publicOrigin)
  const uses = new AddressLimit(authorizationsPlan, systemClock)
  const address = '/sign-in/once'

  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, publicOrigin))

    scope.get<OnceRoute>(address, async ({ query: { link } }, reply) =>
      reply.headers(pageHeaders({ publicOrigin })).send(
        oncePage({
          token: typeof link === 'string' ? link : '',
          isSandbox: environment === 'sandbox',
        }),
      ),
    )

    scope.post<OnceRoute>(address, async (request, reply) => {
      refuseOtherSites(request, publicOrigin)
      const seconds = uses.waitSeconds(request.ip)
      if (seconds > 0) throw tooMany(seconds)
      uses.count(request.ip)
      const personId = await useBreakGlass(database, request.body?.get('token') ?? '', request.id)
      const outcome = personId === undefined ? 'refused' : 'welcome'
      log.info({ method: 'one-time link', outcome, personId }, 'sign-in')
      if (personId === undefined) {
        throw new Problem('forbidden', 'This link was used or has expired. Ask for a new one.')
      }
      // An operator vouches for whoever has the link.
      const how = { proof: { means: 'one-time link' }, remedy: 'administrator' } as const
      const found = await enterApp(parts, { cookie, devices, request, reply, personId, ...how })
      return reply.redirect(found?.accounts.length === 0 ? '/firm' : '/app', 303)
    })
  })
}
