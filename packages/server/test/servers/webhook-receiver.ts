// A partner's own server: it records what arrives and answers as a test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ParleyEvent } from '@parley/contract'

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly event: ParleyEvent
  readonly at: number
}

type Answer = (received: Received, response: ServerResponse) => void

export interface WebhookReceiver {
  readonly url: string
  readonly received: Received[]
  /** Replaces the answer, which is 204 by default. */
  answer: Answer
  close(): Promise<void>
}

export const ok: Answer = (_received, response) => void response.writeHead(204).end()

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const each = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: JSON.parse(body) as ParleyEvent,
        at: Date.now(),
      }
      received.push(each)
      receiver.answer(each, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: ok,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
