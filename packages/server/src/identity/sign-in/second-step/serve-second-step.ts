import type { FastifyReply } from 'fastify'
import { pageHeaders } from '../../../platform/http/pages/page-headers.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { networkOf } from '../../access/network-of.ts'
import { signingInAuthorOf } from '../../person/person-author.ts'
import { useFactor } from '../../second-factor/use-factor.ts'
import { keyedHash } from '../../secret-key/keyed-hash.ts'
import { createKnownDevices } from '../attempts/known-device.ts'
import { formatWait } from '../attempts/slow-down.ts'
import { codePage } from '../pages/code-page.ts'
import type { AppSignInParts } from '../parts.ts'
import { endHalfSignIn } from './half-sign-in.ts'
import { type HalfSignedIn, openHalf, type SecondStep } from './second-step.ts'
import { serveFactorSetup } from './serve-factor-setup.ts'

interface FormRoute {
  Body: URLSearchParams | undefined
}

/** The pages that ask for the second factor, or set one up, once the password was right. They need no script. */
export function serveSecondStep(app: HttpServer, parts: AppSignInParts, step: SecondStep): void {
  const { database, log, config } = parts
  const { publicOrigin, environment } = config
  const hashSubject = keyedHash(config, 'sign-in failures')
  const devices = createKnownDevices(config, publicOrigin)
  serveFactorSetup(app, parts, step)

  const show = (reply: FastifyReply, half: HalfSignedIn, error?: string): FastifyReply => {
    const { person, address, query, token, redirectUri } = half
    const page = codePage({
      action: `${address}/code${query}`,
      back: `${address}${query}`,
      token,
      email: person.email,
      isSandbox: environment === 'sandbox',
      ...(error !== undefined && { error }),
    })
    return reply.headers(pageHeaders({ publicOrigin, ...(redirectUri && { redirectUri }) })).send(page)
  }

  app.get(`${step.route}/code`, async (request, reply) => {
    const half = await openHalf(database, step, request, reply)
    return half.person ? show(reply, half) : reply.redirect(half.beginning, 303)
  })

  app.post<FormRoute>(`${step.route}/code`, async (request, reply) => {
    const form = request.body ?? new URLSearchParams()
    step.checkForm(request, form)
    const half = await openHalf(database, step, request, reply)
    if (!half.person) return reply.redirect(half.beginning, 303)
    const { person } = half
    const [code, recoveryCode] = [form.get('code') ?? '', form.get('recoveryCode') ?? '']
    if (code.trim() === '' && recoveryCode.trim() === '') return show(reply.code(422), half, 'Enter a code.')
    const result = await useFactor(
      { database, keys: config, hashSubject },
      signingInAuthorOf(person, request.id),
      {
        answer: code === '' ? { recoveryCode } : { code },
        address: request.ip,
        device: devices.nameFor(request, person.id),
      },
    )
    const method = code === '' ? 'recovery code' : 'code'
    const { outcome } = result
    log.info({ method, outcome, personId: person.id, network: networkOf(request.ip) }, 'sign-in')
    switch (result.outcome) {
      case 'welcome': {
        await endHalfSignIn(database, half.place)
        const { factorAddedAt } = result
        return reply.redirect(await step.enter(request, reply, { person, factorAddedAt }), 303)
      }
      case 'refused':
        return show(reply.code(422), half, 'The code is wrong, or was used before.')
      case 'wait': {
        const wait = `There were too many attempts. Wait ${formatWait(result.seconds)}, then try again.`
        return show(reply.code(429).header('retry-after', String(result.seconds)), half, wait)
      }
    }
  })
}
