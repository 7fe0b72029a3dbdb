import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Frame } from './pages/render-frame.ts'
import type { ConsoleApplication } from './queries.ts'

export interface ConsoleSession extends ConsoleApplication {
  readonly token: string
}

/** Tells a handler who asks, and sends its pages. */
export interface ConsoleContext {
  readonly sessionOf: (request: FastifyRequest) => ConsoleSession
  readonly frameOf: (request: FastifyRequest) => Frame
  readonly send: (reply: FastifyReply, page: string, status?: number) => FastifyReply
}

/** 0 belongs to nobody. */
export const endpointIdOf = (text: unknown): number =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0

/** Names one filling of a form, so that sending it twice acts once. */
export const newOnce = (): string => randomBytes(16).toString('base64url')
