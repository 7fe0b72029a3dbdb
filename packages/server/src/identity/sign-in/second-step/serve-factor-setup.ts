import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../../../platform/http/pages/page-headers.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { networkOf } from '../../access/network-of.ts'
import { signingInAuthorOf } from '../../person/person-author.ts'
import { factorsOf } from '../../person/queries.ts'
import { addFactor } from '../../second-factor/add-factor.ts'
import { describeSetup } from '../../second-factor/describe-setup.ts'
import { createSetup, openSetup } from '../../second-factor/factor-setup.ts'
import { recoveryCodesPage } from '../pages/recovery-codes-page.ts'
import { setUpPage } from '../pages/set-up-page.ts'
import type { AppSignInParts } from '../parts.ts'
import { endHalfSignIn } from './half-sign-in.ts'
import { type HalfSignedIn, openHalf, type SecondStep } from './second-step.ts'

interface FormRoute {
  Body: URLSearchParams | undefined
}

type Wanted = HalfSignedIn | { readonly person: undefined; readonly beginning: string }

/** For people of a firm that requires a second factor, who have none: nothing else is open to them. */
export function serveFactorSetup(
  app: HttpServer,
  { database, log, config }: AppSignInParts,
  step: SecondStep,
): void {
  const { publicOrigin, environment } = config
  const isSandbox = environment === 'sandbox'

  const send = (reply: FastifyReply, { redirectUri }: HalfSignedIn, page: string): FastifyReply =>
    reply.headers(pageHeaders({ publicOrigin, ...(redirectUri && { redirectUri }) })).send(page)

  /** Whoever has a second factor signs in with it. */
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<Wanted> => {
    const half = await openHalf(database, step, request, reply)
    if (!half.person) return half
    const [factors] = await factorsOf(database, [half.person.id])
    if (factors && !factors.hasCodes && !factors.hasPasskey) return half
    return { person: undefined, beginning: `${half.address}${half.query}` }
  }

  const show = (
    reply: FastifyReply,
    half: HalfSignedIn,
    tried?: { readonly setup: string; readonly error: string },
  ): FastifyReply => {
    const { person, address, query, token } = half
    const kept = tried && openSetup(config, person.id, tried.setup)
    const { setup, secret } =
      tried && kept ? { setup: tried.setup, secret: kept } : createSetup(config, person.id)
    const page = setUpPage({
      ...describeSetup(secret, person.email),
      action: `${address}/set-up${query}`,
      token,
      setup,
      firmName: person.firmName,
      isSandbox,
      ...(tried && { error: tried.error }),
    })
    return send(reply, half, page)
  }

  app.get(`${step.route}/set-up`, async (request, reply) => {
    const half = await open(request, reply)
    return half.person ? show(reply, half) : reply.redirect(half.beginning, 303)
  })

  app.post<FormRoute>(`${step.route}/set-up`, async (request, reply) => {
    const form = request.body ?? new URLSearchParams()
    step.checkForm(request, form)
    const half = await open(request, reply)
    if (!half.person) return reply.redirect(half.beginning, 303)
    const { person } = half
    const [setup, code] = [form.get('setup') ?? '', form.get('code') ?? '']
    const author = signingInAuthorOf(person, request.id)
    const by = { means: 'half sign-in', passwordHash: person.passwordHash } as const
    const added = await addFactor(database, config, author, { setup, code, by })
    const { outcome } = added
    log.info({ method: 'set-up', outcome, personId: person.id, network: networkOf(request.ip) }, 'sign-in')
    switch (added.outcome) {
      case 'added': {
        await endHalfSignIn(database, half.place)
        const { recoveryCodes, factorAddedAt } = added
        const next = await step.enter(request, reply, { person, factorAddedAt })
        return send(reply, half, recoveryCodesPage({ recoveryCodes, next, isSandbox }))
      }
      case 'wrong code': {
        const error = 'The code is wrong. Enter the one that the app shows now.'
        return show(reply.code(422), half, { setup, error })
      }
      case 'expired': {
        const error = 'The former code to scan has expired. Scan this one, and delete the former in your app.'
        return show(reply.code(422), half, { setup, error })
      }
    }
  })
}
