// A proxy that records every byte between two peers.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createFrameReader } from '../../src/platform/smpp/codec/read-frames.ts'

export interface Frame {
  /** Index of the connection, from 0. */
  readonly connection: number
  readonly from: 'client' | 'server'
  readonly bytes: Buffer
}

export interface Recorder {
  readonly port: number
  readonly frames: Frame[]
  close(): Promise<void>
}

export async function startRecorder(target: number): Promise<Recorder> {
  const frames: Frame[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer({ noDelay: true }, client => {
    const other = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const connection = connections
    connections += 1
    const follow = (one: Socket, to: Socket, from: Frame['from']): void => {
      const read = createFrameReader(bytes => frames.push({ connection, from, bytes: Buffer.from(bytes) }))
      sockets.add(one)
      one.on('data', chunk => {
        read(chunk)
        to.write(chunk)
      })
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        to.destroy()
      })
      one.on('end', () => to.end())
    }
    follow(client, other, 'client')
    follow(other, client, 'server')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    frames,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
