import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/db/pool.ts'
import { pageHeaders } from '../../../platform/http/pages/page-headers.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { networkOf } from '../../access/network-of.ts'
import { signingInAuthorOf } from '../../person/person-author.ts'
import type { PersonRow } from '../../person/queries.ts'
import { useFactor } from '../../second-factor/use-factor.ts'
import { keyedHash } from '../../secret-key/keyed-hash.ts'
import { createKnownDevices } from '../attempts/known-device.ts'
import { formatWait } from '../attempts/slow-down.ts'
import { codePage } from '../pages/code-page.ts'
import type { AppSignInParts } from '../parts.ts'
import { endHalfSignIn, findHalfSignIn } from './half-sign-in.ts'

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
  enter(request: FastifyRequest, reply: FastifyReply, person: PersonRow): Promise<string>
}

interface Half extends OpenSignIn {
  readonly person: PersonRow
}

interface FormRoute {
  Body: URLSearchParams | undefined
}

/** The page that asks for the second factor, once the password was right. It needs no script. */
export function serveSecondStep(
  app: HttpServer,
  { database, log, config }: AppSignInParts,
  step: SecondStep,
): void {
  const { publicOrigin, environment } = config
  const hashSubject = keyedHash(config, 'sign-in failures')
  const devices = createKnownDevices(config, publicOrigin)

  const show = (reply: FastifyReply, half: Half, error?: string): FastifyReply => {
    const { person, address, query, token, redirectUri } = half
    return reply
      .headers(pageHeaders({ publicOrigin, ...(redirectUri !== undefined && { redirectUri }) }))
      .send(
        codePage({
          action: `${address}/code${query}`,
          back: `${address}${query}`,
          token,
          email: person.email,
          isSandbox: environment === 'sandbox',
          ...(error !== undefined && { error }),
        }),
      )
  }

  /** Without the first step, or too late: from the beginning. */
  const begin = (reply: FastifyReply, open: OpenSignIn | undefined): FastifyReply =>
    reply.redirect(open ? `${open.address}${open.query}` : '/app/sign-in', 303)

  app.get(`${step.route}/code`, async (request, reply) => {
    const open = await step.open(request, reply)
    const half = await halfOf(database, open)
    return half ? show(reply, half) : begin(reply, open)
  })

  app.post<FormRoute>(`${step.route}/code`, async (request, reply) => {
    const form = request.body ?? new URLSearchParams()
    step.checkForm(request, form)
    const open = await step.open(request, reply)
    const half = await halfOf(database, open)
    if (!half) return begin(reply, open)
    const [code, recoveryCode] = [form.get('code') ?? '', form.get('recoveryCode') ?? '']
    if (code.trim() === '' && recoveryCode.trim() === '') return show(reply.code(422), half, 'Enter a code.')
    const { person } = half
    const method = code === '' ? 'recovery code' : 'code'
    const result = await useFactor(
      { database, keys: config, hashSubject },
      signingInAuthorOf(person, request.id),
      {
        answer: code === '' ? { recoveryCode } : { code },
        address: request.ip,
        device: devices.nameFor(request, person.id),
      },
    )
    const { outcome } = result
    log.info({ method, outcome, personId: person.id, network: networkOf(request.ip) }, 'sign-in')
    switch (result.outcome) {
      case 'welcome':
        await endHalfSignIn(database, half.place)
        return reply.redirect(await step.enter(request, reply, person), 303)
      case 'refused':
        return show(reply.code(422), half, 'The code is wrong, or was used before.')
      case 'wait': {
        reply.code(429).header('retry-after', String(result.seconds))
        return show(
          reply,
          half,
          `There were too many attempts. Wait ${formatWait(result.seconds)}, then try again.`,
        )
      }
    }
  })
}

async function halfOf(database: Database, open: OpenSignIn | undefined): Promise<Half | undefined> {
  const person = open && (await findHalfSignIn(database, open.place))
  return person && { ...open, person }
}
