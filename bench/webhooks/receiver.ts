// node bench/webhooks/receiver.ts, forked: a partner's server that notes when each event arrived, and hangs where it is told to.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the bench tells the receiver. */
export type Order =
  | { readonly kind: 'report' }
  /** Requests to these endpoints are not answered. */
  | { readonly kind: 'hang'; readonly endpoints: number }

/** What the receiver tells the bench. */
export type Message =
  | { readonly kind: 'listening'; readonly port: number }
  /** Since the last report: subjects, endpoints, and when they arrived by the clock. */
  | { readonly kind: 'arrived'; readonly events: readonly (readonly [number, number, number])[] }

const nowMs = (): number => performance.timeOrigin + performance.now()
const tell = (message: Message): void => void process.send?.(message)

let arrived: [number, number, number][] = []
let hanging = 0
const server = createServer((request, response) => {
  const endpoint = Number(request.url?.slice(1))
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (endpoint < hanging) return
    const subject = /"messageId":(\d+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
    arrived.push([Number(subject), endpoint, nowMs()])
    response.writeHead(204).end()
  })
})
process.on('message', (order: Order) => {
  if (order.kind === 'hang') hanging = order.endpoints
  else {
    tell({ kind: 'arrived', events: arrived })
    arrived = []
  }
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => tell({ kind: 'listening', port: (server.address() as AddressInfo).port }))
