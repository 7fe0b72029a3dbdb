// A proxy to the database that can be closed.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Gate {
  readonly port: number
  /** Closes every connection and accepts no new ones. */
  shut(): Promise<void>
  open(): Promise<void>
}

export async function openGate(target: URL): Promise<Gate> {
  const sockets = new Set<Socket>()
  const server = createServer(inside => {
    const outside = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    shut: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    open: () => listen(port),
  }
}
