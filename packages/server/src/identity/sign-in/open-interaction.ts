import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { Problem } from '../../http/problem.ts'
import type { AuthorizationServer } from '../authorization/create-authorization-server.ts'

export interface InteractionRoute {
  Params: { uid: string }
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The interaction that the address names, for the browser that it was begun in. */
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
    'It was open for too long, has been used already, or was begun in another browser. Go back to the application that you came from and start again.',
  )
}

/** There is none as long as its keys could not be read. */
function providerOf(authorization: AuthorizationServer): Provider {
  try {
    return authorization.provider
  } catch (cause) {
    throw new Problem('downstream_unavailable', 'The authorization server waits for the database.', {
      cause,
    })
  }
}
