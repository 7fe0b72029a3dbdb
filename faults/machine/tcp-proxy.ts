import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A stable address with a changing target, like a virtual IP address or a connection pooler. */
export interface TcpProxy {
  readonly port: number
  /** Target of new connections; undefined: rejected. Existing connections to another target are closed. */
  lead(port: number | undefined): void
  close(): void
}

export async function startTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let target: number | undefined
  const server = createServer({ noDelay: true }, client => {
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect({ host: '127.0.0.1', port: target, noDelay: true })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = (): void => sockets.forEach(socket => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    lead: port => {
      if (port === target) return
      target = port
      cutAll()
    },
    close: () => {
      server.close()
      cutAll()
    },
  }
}
