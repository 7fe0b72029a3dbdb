import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { WireRecord } from './wire-record.ts'

export interface CarrierLine {
  /** Where workers reach the carrier. */
  readonly port: number
  /**
   * `refusing` ends every connection and lets none in. `silent` keeps connections and swallows what comes, both ways, as
   * a network that drops packets does; what was swallowed never arrives.
   */
  set(state: 'open' | 'refusing' | 'silent'): void
  close(): void
}

/** The line between the workers and the carrier: all that is said on it is on record, and it can be cut. */
export async function startCarrierLine(simulatorPort: number, record: WireRecord): Promise<CarrierLine> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'refusing' | 'silent' = 'open'
  let connections = 0
  const cutAll = (): void => sockets.forEach(socket => socket.destroy())

  const server = createServer({ noDelay: true }, worker => {
    if (state === 'refusing') {
      worker.destroy()
      return
    }
    connections += 1
    const connection = connections
    const carrier = connect({ host: '127.0.0.1', port: simulatorPort, noDelay: true })
    for (const [one, other] of [
      [worker, carrier],
      [carrier, worker],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      readLines(one, line => {
        const isPassed = state === 'open'
        if (one === worker) record.fromWorker(connection, line, isPassed)
        // What was swallowed on its way to the worker was not said.
        else if (isPassed) record.fromCarrier(connection, line)
        if (isPassed && !other.destroyed) other.write(`${line}\n`)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set: next => {
      const wasSilent = state === 'silent'
      state = next
      // A connection on which something is missing cannot go on.
      if (next === 'refusing' || wasSilent) cutAll()
    },
    close: () => {
      server.close()
      cutAll()
    },
  }
}

function readLines(socket: Socket, receive: (line: string) => void): void {
  let parts: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      receive(Buffer.concat(parts).toString('utf8'))
      parts = []
    }
    if (rest.length > 0) parts.push(rest)
  })
}
