import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTwilioReceiver, type TwilioReceiver } from '../../carriers/index.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { carrierEvents } from '../carrier-events.ts'
import { describeCarrier } from './describe-carrier.ts'
import { carrierByName } from './queries.ts'

interface WebhookParts {
  readonly database: Database
  readonly log: Parameters<typeof carrierEvents>[2]
  readonly config: { readonly secretKey: Buffer; readonly publicOrigin: string }
}

/** A reply of 1,600 emoji is 20 kB in a form. */
const formBytes = 64 * 1024
/** For so long a carrier is known as it was read. */
const freshMs = 2_000

/** Where carriers that post to us do so. The address they sign is the configured one, whatever host was asked for. */
export function serveCarrierWebhooks(app: HttpServer, parts: WebhookParts): void {
  const findReceiver = createFinder(parts)
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    )
    for (const path of ['/carriers/:name/texts', '/carriers/:name/receipts']) {
      scope.post(path, async (request, reply) => {
        const { name } = request.params as { readonly name: string }
        const receiver = await findReceiver(name)
        if (!receiver) throw new Problem('not_found', 'There is nothing at this address.')
        return receive(receiver, request, reply)
      })
    }
  })
}

async function receive(
  receiver: TwilioReceiver,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signature = request.headers['x-twilio-signature']
  const ending = await receiver.receive({
    target: request.raw.url ?? '',
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    signature: typeof signature === 'string' ? signature : undefined,
  })
  switch (ending) {
    case 'taken':
      // No text is answered by way of the answer: what we send is in the outbox.
      return reply.type('text/xml').send('<Response/>')
    case 'forged':
      throw new Problem('forbidden', 'The request is not signed by the carrier.')
    case 'unreadable':
      throw new Problem('invalid_request', 'The request does not say what became of which text.')
    case 'not now':
      throw new Problem('downstream_unavailable', 'It could not be taken in now. Try again.')
  }
}

type Finder = (name: string) => Promise<TwilioReceiver | undefined>

function createFinder({ database, log, config }: WebhookParts): Finder {
  const known = new Map<string, { version: number; readAtMs: number; receiver: TwilioReceiver }>()
  const { secretKey, publicOrigin } = config
  return async name => {
    const one = known.get(name)
    if (one && performance.now() - one.readAtMs < freshMs) return one.receiver
    const [row] = await carrierByName(database, [name])
    if (row && one?.version === row.version) {
      one.readAtMs = performance.now()
      return one.receiver
    }
    known.delete(name)
    const description = row && describeCarrier(row, { secretKey: () => secretKey, publicOrigin })
    if (description?.kind !== 'twilio') return undefined
    const receiver = createTwilioReceiver(description.settings)
    receiver.listen(carrierEvents(database, name, log))
    known.set(name, { version: row?.version ?? 0, readAtMs: performance.now(), receiver })
    return receiver
  }
}
