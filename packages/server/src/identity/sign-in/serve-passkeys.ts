import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { networkOf } from '../access/network-of.ts'
import { paths } from '../authorization/paths.ts'
import { createKnownDevices } from './attempts/known-device.ts'
import { loginOf } from './attempts/login-of.ts'
import { rememberBrowser } from './attempts/remember-browser.ts'
import { type Interaction, type InteractionRoute, openInteraction } from './open-interaction.ts'
import type { SignIn } from './parts.ts'
import { finishPasskeySignIn } from './passkeys/finish-passkey-sign-in.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import { startPasskeySignIn } from './passkeys/start-passkey-sign-in.ts'

type Request = FastifyRequest<InteractionRoute>

/** The two JSON endpoints of the sign-in page's script. */
export function servePasskeys(
  app: HttpServer,
  signIn: SignIn & { readonly relyingParty: RelyingParty },
): void {
  const { authorization, database, log, config, tokens, relyingParty } = signIn
  const devices = createKnownDevices(config, config.publicOrigin)
  const open = async (request: Request, reply: FastifyReply): Promise<Interaction> => {
    // A page of another origin cannot set this header without a preflight, which is not answered.
    if (!tokens.fits(request.params.uid, request.headers['x-form-token'])) {
      throw new Problem('forbidden', 'The request did not come from the sign-in page.')
    }
    const interaction = await openInteraction(authorization, request, reply)
    if (interaction.prompt.name !== 'login')
      throw new Problem(
        'conflict',
        'This sign-in is already complete. Return to the application you came from and start again.',
      )
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
    const person = await finishPasskeySignIn(database, relyingParty, uid, request.body)
    const outcome = person ? 'welcome' : 'refused'
    const network = networkOf(request.ip)
    log.info({ method: 'passkey', personId: person?.id, outcome, network }, 'sign-in')
    if (!person) throw new Problem('forbidden', 'The passkey was not accepted.')
    const { id: personId, credentialId } = person
    const login = await loginOf(database, person, { means: 'passkey', credentialId })
    await rememberBrowser(signIn, { devices, request, reply, personId })
    const location = await authorization.provider.interactionResult(request.raw, reply.raw, { login })
    return { location }
  })
}
