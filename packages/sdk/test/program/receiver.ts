// A partner's server on the developer's machine, which checks signatures and can be restarted.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ParleyEvent, unwrapWebhook } from '../../src/index.ts'

export interface Receiver {
  readonly url: string
  /** Verified events in the order of their arrival. */
  readonly events: ParleyEvent[]
  /** Status for the next events; 204 by default. */
  status: number
  /** How many failed the check. */
  rejected: number
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startReceiver(secret: string): Promise<Receiver> {
  let server: Server
  let port = 0
  const check = async (body: string, headers: IncomingHttpHeaders): Promise<number> => {
    try {
      const event = await unwrapWebhook(body, headers, secret)
      if (receiver.status === 204) receiver.events.push(event)
      return receiver.status
    } catch {
      receiver.rejected += 1
      return 400
    }
  }
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/hook`
    },
    events: [],
    status: 204,
    rejected: 0,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
    start: async () => {
      server = createServer((request, response) => {
        let body = ''
        request.on('data', chunk => (body += String(chunk)))
        request.on(
          'end',
          () => void check(body, request.headers).then(status => response.writeHead(status).end()),
        )
      })
      await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
      ;({ port } = server.address() as AddressInfo)
    },
  }
  await receiver.start()
  return receiver
}
