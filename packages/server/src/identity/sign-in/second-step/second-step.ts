import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/db/pool.ts'
import type { PersonRow } from '../../person/queries.ts'
import { findHalfSignIn } from './half-sign-in.ts'

/** A sign-in that a browser is in the middle of. */
interface OpenSignIn {
  /** Names it, such as the uid of an interaction. */
  readonly place: string
  /** Address of its first page, without the query. */
  readonly address: string
  readonly query: string
  readonly token: string
  /** Where forms may finally redirect. */
  readonly redirectUri?: string
}

/** How the second step is embedded: in the sign-in to the app, or in that of an interaction. */
export interface SecondStep {
  /** Pattern of the address. */
  readonly route: string
  /** Undefined: the browser has not begun. */
  open(request: FastifyRequest, reply: FastifyReply): Promise<OpenSignIn | undefined>
  /** Throws if the form is not of our page. */
  checkForm(request: FastifyRequest, form: URLSearchParams): void
  /** Both factors are right. Returns where the browser goes. */
  enter(request: FastifyRequest, reply: FastifyReply, entrant: Entrant): Promise<string>
}

interface Entrant {
  /** As read with the password. */
  readonly person: PersonRow
  /** When the authenticator app was set up that proved the second factor. */
  readonly factorAddedAt: Date
}

/** The password was right. */
export interface HalfSignedIn extends OpenSignIn {
  readonly person: PersonRow
}

/** Or where to begin, because the first step is missing or too long ago. */
export async function openHalf(
  database: Database,
  step: SecondStep,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HalfSignedIn | { readonly person: undefined; readonly beginning: string }> {
  const open = await step.open(request, reply)
  const person = open && (await findHalfSignIn(database, open.place))
  if (person) return { ...open, person }
  return { person: undefined, beginning: open ? `${open.address}${open.query}` : '/app/sign-in' }
}
