import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** When its caller was identified, by the clock of the process. */
    identifiedAtMs: number
  }
}

/** Somebody who was removed is out within five seconds, and a body may take ten to arrive. */
const staleMs = 1_000

/**
 * Callers are identified before their body is read, so that strangers cannot send one. Who delays the body would otherwise act long after
 * they were removed: whoever is stale is identified again.
 */
export const isStale = ({ identifiedAtMs }: FastifyRequest): boolean =>
  performance.now() - identifiedAtMs > staleMs
