// A proxy between two peers whose connections can be cut, stalled and slowed.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  readonly port: number
  /** Number of connections accepted so far, and refused. */
  readonly made: () => number
  readonly refused: () => number
  /** Breaks every connection now. */
  cut(): void
  /** Breaks every connection after this many more bytes, even in the middle of a PDU. */
  cutAfter(bytes: number, from: Side): void
  /** Silently drops everything from this side from now on, like a pulled cable. */
  stall(from: Side | 'both'): void
  /**
   * Withholds what the client writes. The server gets it on release, even if the client has disconnected in the
   * meantime, like a peer that stops reading for a while and later finds everything in its socket.
   */
  hold(): void
  /** Forwards the withheld data, except data written more than `notAfterMs` ago. */
  release(notAfterMs: number): void
  /** Refuses new connections, or accepts them again. Stalled connections stay stalled. */
  refuse(isRefusing: boolean): void
  /** Ends the stall for new connections. */
  restore(): void
  close(): Promise<void>
}

type Side = 'client' | 'server'

interface Line {
  readonly client: Socket
  readonly server: Socket
  stalled: ReadonlySet<Side>
  left: Record<Side, number>
  /** Undefined: nothing is withheld. */
  withheld: { readonly chunk: Buffer; readonly atMs: number }[] | undefined
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
      withheld: undefined,
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
      if (from === 'client' && line.withheld) {
        line.withheld.push({ chunk, atMs: performance.now() })
        return
      }
      const room = line.left[from]
      if (chunk.length < room) {
        line.left[from] -= chunk.length
        other.write(chunk)
        return
      }
      other.write(chunk.subarray(0, room), () => breakLine(line))
    })
    one.on('close', () => {
      if (line.stalled.size > 0 || (from === 'client' && line.withheld)) return
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
    hold: () => {
      for (const line of lines) line.withheld ??= []
    },
    release: notAfterMs => {
      for (const line of lines) {
        const { withheld, client, server } = line
        if (!withheld) continue
        line.withheld = undefined
        // Without the bytes before it, a PDU would be read as a different one.
        const isTimely = withheld.every(({ atMs }) => performance.now() - atMs < notAfterMs)
        if (isTimely) for (const { chunk } of withheld) server.write(chunk)
        if (client.destroyed || !isTimely) server.end(() => breakLine(line))
      }
    },
    refuse: wanted => (isRefusing = wanted),
    restore: () => {
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
