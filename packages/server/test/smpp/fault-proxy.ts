// A line between two sides that can be cut, stalled and slowed.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  readonly port: number
  /** Connections that were made so far, and those that were not. */
  readonly made: () => number
  readonly refused: () => number
  /** Breaks every connection now. */
  cut(): void
  /** Breaks every connection after so many bytes more have passed, in the middle of whatever it is. */
  cutAfter(bytes: number, from: Side): void
  /** From now on nothing passes that comes from there, and nobody is told: as when a cable is pulled. */
  stall(from: Side | 'both'): void
  /** Nobody can connect, or everybody again. What was stalled stays so. */
  refuse(isRefusing: boolean): void
  /** Lets new connections pass again. */
  mend(): void
  close(): Promise<void>
}

type Side = 'client' | 'server'

interface Line {
  readonly client: Socket
  readonly server: Socket
  stalled: ReadonlySet<Side>
  left: Record<Side, number>
}

const nobody: ReadonlySet<Side> = new Set()

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const lines = new Set<Line>()
  let isRefusing = false
  let stalled = nobody
  let made = 0
  let refused = 0
  const proxy = createServer({ noDelay: true }, client => {
    if (isRefusing) {
      refused += 1
      client.destroy()
      return
    }
    made += 1
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const line: Line = {
      client,
      server,
      stalled,
      left: { client: Number.POSITIVE_INFINITY, server: Number.POSITIVE_INFINITY },
    }
    lines.add(line)
    pass(line, 'client', client, server)
    pass(line, 'server', server, client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  function pass(line: Line, from: Side, one: Socket, other: Socket): void {
    one.on('error', () => {})
    one.on('data', chunk => {
      if (line.stalled.has(from)) return
      const room = line.left[from]
      if (chunk.length < room) {
        line.left[from] -= chunk.length
        other.write(chunk)
        return
      }
      other.write(chunk.subarray(0, room), () => breakLine(line))
    })
    one.on('close', () => {
      if (line.stalled.size > 0) return
      lines.delete(line)
      other.destroy()
    })
  }

  function breakLine(line: Line): void {
    lines.delete(line)
    line.client.destroy()
    line.server.destroy()
  }

  return {
    port: (proxy.address() as AddressInfo).port,
    made: () => made,
    refused: () => refused,
    cut: () => {
      for (const line of lines) breakLine(line)
    },
    cutAfter: (bytes, from) => {
      for (const line of lines) line.left[from] = bytes
    },
    stall: from => {
      stalled = new Set<Side>(from === 'both' ? ['client', 'server'] : [from])
      for (const line of lines) line.stalled = stalled
    },
    refuse: wanted => (isRefusing = wanted),
    mend: () => {
      stalled = nobody
      isRefusing = false
    },
    close: async () => {
      const closed = once(proxy, 'close')
      proxy.close()
      for (const line of lines) breakLine(line)
      await closed
    },
  }
}
