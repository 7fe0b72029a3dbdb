import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { paths } from '../authorization/paths.ts'
import { type Interaction, type InteractionRoute, openInteraction } from './open-interaction.ts'
import type { SignIn } from './parts.ts'
import { finishPasskeySignIn } from './passkeys/finish-passkey-sign-in.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import { startPasskeySignIn } from './passkeys/start-passkey-sign-in.ts'

type Request = FastifyRequest<InteractionRoute>

/** The two addresses that the sign-in page's script asks, as JSON. */
export function servePasskeys(
  app: HttpServer,
  { authorization, database, log, tokens, relyingParty }: SignIn & { readonly relyingParty: RelyingParty },
): void {
  const open = async (request: Request, reply: FastifyReply): Promise<Interaction> => {
    // A page of another origin cannot set this header without asking first, and is not answered.
    if (!tokens.fits(request.params.uid, request.headers['x-form-token'])) {
      throw new Problem('forbidden', 'The request did not come from the sign-in page.')
    }
    const interaction = await openInteraction(authorization, request, reply)
    if (interaction.prompt.name !== 'login') throw new Problem('conflict', 'There is nothing to sign in to.')
    return interaction
  }

  const options = { bodyLimit: 16 * 1024 }
  const address = `${paths.interaction}/:uid/passkey`

  app.post<InteractionRoute>(`${address}/options`, options, async (request, reply) => {
    const { uid } = await open(request, reply)
    return { options: await startPasskeySignIn(database, relyingParty, uid) }
  })

  app.post<InteractionRoute>(`${address}/verify`, options, async (request, reply) => {
    const { uid } = await open(request, reply)
    const advisor = await finishPasskeySignIn(database, relyingParty, uid, request.body)
    log.info(
      { method: 'passkey', advisorId: advisor?.id, outcome: advisor ? 'welcome' : 'refused' },
      'sign-in',
    )
    if (!advisor) throw new Problem('forbidden', 'The passkey was not accepted.')
    const location = await authorization.provider.interactionResult(request.raw, reply.raw, {
      login: { accountId: advisor.identifier },
    })
    return { location }
  })
}
