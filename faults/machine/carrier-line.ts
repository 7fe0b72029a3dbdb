import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { WireRecord } from './wire-record.ts'

export interface CarrierLine {
  /** Address of the carrier for the workers. */
  readonly port: number
  /**
   * `refusing` closes every connection and accepts none. `silent` keeps connections and drops all data, both ways, as
   * a network that loses packets does; dropped data never arrives.
   */
  set(state: 'open' | 'refusing' | 'silent'): void
  close(): void
}

/** The connection between the workers and the carrier: records all traffic, and can be cut. */
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
        // Data dropped on its way to the worker is not recorded.
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
      // A connection with missing data cannot continue.
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
