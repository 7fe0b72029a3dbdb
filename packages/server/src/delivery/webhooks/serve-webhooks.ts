import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTwilioReceiver, isSignature, type TwilioReceiver } from '../../carriers/index.ts'
import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { parseForm } from '../../platform/http/parse-form.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { carrierEvents } from '../carrier-events.ts'
import { decryptCarrier } from '../carriers/decrypt-carrier.ts'
import { carrierByName } from '../carriers/queries.ts'

interface WebhookParts {
  readonly database: Database
  readonly log: Parameters<typeof carrierEvents>[2]
  readonly config: SecretKeys & { readonly publicOrigin: string }
}

/** A reply of 1,600 emoji is 20 kB in a form. */
const formBytes = 64 * 1024
/** How long a carrier's configuration is cached. */
const freshMs = 2_000

/**
 * Endpoints for carrier webhooks. Signatures are checked against the configured address, whatever the Host header says.
 */
export function serveCarrierWebhooks(app: HttpServer, parts: WebhookParts): void {
  const findReceiver = createFinder(parts)
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      async (_request: unknown, body: string) => parseForm(body),
    )
    for (const path of ['/carriers/:name/texts', '/carriers/:name/receipts']) {
      scope.post(path, async (request, reply) => {
        const { name } = request.params as { readonly name: string }
        const signature = request.headers['x-twilio-signature']
        // Checked before the carrier lookup, which is a query, and with the same response as for an unknown carrier: a
        // caller who cannot sign learns neither from the status nor from the timing which carriers exist.
        if (typeof signature !== 'string' || !isSignature(signature)) throw forged()
        const receiver = await findReceiver(name)
        if (!receiver) throw forged()
        return receive(receiver, signature, request, reply)
      })
    }
  })
}

async function receive(
  receiver: TwilioReceiver,
  signature: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ending = await receiver.receive({
    target: request.raw.url ?? '',
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    signature,
  })
  switch (ending) {
    case 'taken':
      // We never reply in the HTTP response: automatic texts go through the outbox.
      return reply.type('text/xml').send('<Response/>')
    case 'forged':
      throw forged()
    case 'unreadable':
      throw new Problem('invalid_request', 'The request does not name a text and its status.')
    case 'not now':
      throw new Problem('downstream_unavailable', 'The request could not be processed now. Try again.')
  }
}

const forged = (): Problem => new Problem('forbidden', 'The request is not signed by the carrier.')

type Finder = (name: string) => Promise<TwilioReceiver | undefined>

function createFinder({ database, log, config }: WebhookParts): Finder {
  const known = new Map<string, { version: number; readAtMs: number; receiver: TwilioReceiver }>()
  const { publicOrigin } = config
  return async name => {
    const one = known.get(name)
    if (one && performance.now() - one.readAtMs < freshMs) return one.receiver
    const [row] = await carrierByName(database, [name])
    if (row && one?.version === row.version) {
      one.readAtMs = performance.now()
      return one.receiver
    }
    known.delete(name)
    const description = row && decryptCarrier(row, { secretKeys: () => config, publicOrigin })
    if (description?.kind !== 'twilio') return undefined
    const receiver = createTwilioReceiver(description.settings, {
      onTrouble: why => log.warn({ carrier: name, why }, 'carrier problem'),
      onFailure: error =>
        log.warn({ err: error, carrier: name }, 'could not process a reply or receipt from a carrier'),
    })
    receiver.listen(carrierEvents(database, name, log))
    known.set(name, { version: row?.version ?? 0, readAtMs: performance.now(), receiver })
    return receiver
  }
}
