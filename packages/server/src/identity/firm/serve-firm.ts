import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppSession } from '../../platform/caller/app-session.ts'
import { pageHeaders } from '../../platform/http/pages/page-headers.ts'
import { refuseOtherSites } from '../../platform/http/refuse-other-sites.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { describePerson } from '../person/describe-person.ts'
import { personAuthorOf } from '../person/person-author.ts'
import { mayDo } from '../roles/may-do.ts'
import { createCookie } from '../sessions/cookie.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'
import { type FoundSession, findSession } from '../sessions/find-session.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { signOut } from '../sessions/sign-out.ts'
import { createFormTokens } from '../sign-in/form-token.ts'
import type { AppSignInParts } from '../sign-in/parts.ts'
import { sendErrorPage } from '../sign-in/send-error-page.ts'
import { acceptForms } from '../sign-in/serve-forms.ts'
import { firmPage } from './firm-page.ts'

const address = '/firm'

interface FirmRoute {
  Body: URLSearchParams | undefined
}

type Request = FastifyRequest<FirmRoute>

interface Post {
  readonly session: AppSession
  readonly request: Request
  readonly reply: FastifyReply
}

/** The page of people who act for no advisor: who they are, and where they are signed in. */
export function serveFirm(app: HttpServer, { database, config }: AppSignInParts): void {
  const { publicOrigin, environment } = config
  const cookie = createCookie('app', publicOrigin)
  const tokens = createFormTokens(config)
  const find = async (request: Request): Promise<FoundSession | undefined> => {
    const token = cookie.read(request)
    const found = token === undefined ? undefined : await findSession(database, { token, isUse: true })
    return found && mayDo(found.roles, 'openFirmPage') ? found : undefined
  }

  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => sendErrorPage(error, request, reply, publicOrigin))
    scope.get<FirmRoute>(address, async (request, reply) => {
      const found = await find(request)
      if (!found) return reply.redirect('/app/sign-in?to=%2Ffirm', 303)
      const { id, personId } = found.session
      const person = await describePerson(database, personId)
      const sessions = await listSessions(database, {
        personId,
        appSessionId: id,
        authorizationSession: undefined,
      })
      return reply.headers(pageHeaders({ publicOrigin })).send(
        firmPage({
          person,
          sessions,
          token: tokens.of(`firm ${id}`),
          isSandbox: environment === 'sandbox',
        }),
      )
    })

    const on = (action: string, act: (post: Post) => Promise<string>): void => {
      scope.post<FirmRoute>(`${address}/${action}`, async (request, reply) => {
        refuseOtherSites(request, publicOrigin)
        const found = await find(request)
        if (!found) return reply.redirect('/app/sign-in', 303)
        const { session } = found
        if (!tokens.fits(`firm ${session.id}`, request.body?.get('token'))) {
          throw new Problem(
            'forbidden',
            'The form did not come from this page. Reload the page, then try again.',
          )
        }
        return reply.redirect(await act({ session, request, reply }), 303)
      })
    }
    on('sign-out', async ({ session, reply }) => {
      await signOut(database, session)
      cookie.clear(reply)
      return '/app/sign-in'
    })
    on('sign-out-others', async ({ session, request }) => {
      await endAllSessions(database, personAuthorOf({ session, traceId: request.id }), session.id)
      return address
    })
  })
}
