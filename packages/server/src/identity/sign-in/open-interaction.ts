import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { Problem } from '../../platform/problem/problem.ts'
import type { AuthorizationServer } from '../authorization/create-authorization-server.ts'

export interface InteractionRoute {
  Params: { uid: string }
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The interaction named in the URL, for the browser that started it. */
export async function openInteraction(
  authorization: AuthorizationServer,
  request: FastifyRequest<InteractionRoute>,
  reply: FastifyReply,
): Promise<Interaction> {
  try {
    const interaction = await providerOf(authorization).interactionDetails(request.raw, reply.raw)
    if (interaction.uid === request.params.uid) return interaction
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
  }
  throw new Problem(
    'not_found',
    'It was open for too long, was already used, or was started in another browser. Return to the application you came from and start again.',
  )
}

/** Undefined until its keys could be read. */
function providerOf(authorization: AuthorizationServer): Provider {
  try {
    return authorization.provider
  } catch (cause) {
    throw new Problem('downstream_unavailable', 'The authorization server is waiting for the database.', {
      cause,
    })
  }
}
