import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { TwilioReceiver } from '../../src/carriers/twilio/create-twilio-receiver.ts'

interface Gate {
  readonly origin: string
  /** Sets the receiver of webhooks. */
  lead(receiver: Pick<TwilioReceiver, 'receive'>): void
  close(): Promise<void>
}

const statuses = { taken: 200, forged: 403, unreadable: 400, 'not now': 503 } as const

/** Our side of the carrier's webhooks, without the rest of the api. */
export async function receiveOverHttp(): Promise<Gate> {
  let receiver: Pick<TwilioReceiver, 'receive'> | undefined
  const server = createServer((request, response) => {
    void (async () => {
      const signature = request.headers['x-twilio-signature']
      const ending = await receiver?.receive({
        target: request.url ?? '',
        form: new URLSearchParams(await readText(request)),
        signature: typeof signature === 'string' ? signature : undefined,
      })
      response.writeHead(statuses[ending ?? 'not now']).end()
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: to => (receiver = to),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
