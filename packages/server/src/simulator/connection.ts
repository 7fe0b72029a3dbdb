import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type FromSimulator, frameOf, readFrames, type ToSimulator } from './wire.ts'

interface ConnectionOptions {
  readonly url: string
  /** A link that is silent for two of these is dead. */
  readonly heartbeatMs: number
  readonly onOpen: () => void
  readonly onFrame: (frame: FromSimulator) => void
  /** The open connection was lost. */
  readonly onLost: () => void
}

interface Connection {
  readonly isOpen: boolean
  /** Writes now, if connected. */
  write(frame: ToSimulator): void
  /**
   * Writes when there is room, and not after `notAfterMs`. Resolves with false if nothing was written. Written data that does
   * not leave this process in time ends the connection.
   */
  writeInTime(frame: ToSimulator, notAfterMs: number, onWrite: () => void): Promise<boolean>
  /** Acknowledges an event on its own connection, if that is still open. */
  acknowledger(event: number): (kind: 'received' | 'not received') => void
  close(): Promise<void>
}

const backoffMs = { first: 50, most: 2_000 } as const
const connectTimeoutMs = 2_000
const longestTimerMs = 2 ** 31

/** Connects, and reconnects when the connection is lost, until it is closed. */
export function connectToSimulator({
  url,
  heartbeatMs,
  onOpen,
  onFrame,
  onLost,
}: ConnectionOptions): Connection {
  const { hostname, port } = new URL(url)
  const address = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  let socket: Socket
  let open: Socket | undefined
  let isClosed = false
  let waitMs: number = backoffMs.first
  let retry: NodeJS.Timeout | undefined
  start()

  function start(): void {
    const candidate = connect({ ...address, noDelay: true, keepAlive: true })
    socket = candidate
    let lastHeardMs = performance.now()
    const timeout = setTimeout(() => candidate.destroy(), connectTimeoutMs)
    const heartbeat = setInterval(() => {
      if (candidate !== open) return
      if (performance.now() - lastHeardMs > 2 * heartbeatMs) candidate.destroy()
      else candidate.write(frameOf({ kind: 'ping' }))
    }, heartbeatMs)
    candidate.on('data', () => (lastHeardMs = performance.now()))
    readFrames(candidate, given => {
      const frame = given as FromSimulator
      if (frame.kind !== 'hello') {
        onFrame(frame)
        return
      }
      clearTimeout(timeout)
      waitMs = backoffMs.first
      open = candidate
      onOpen()
    })
    candidate.on('error', () => {})
    candidate.on('close', () => {
      clearTimeout(timeout)
      clearInterval(heartbeat)
      if (open === candidate) {
        open = undefined
        onLost()
      }
      if (isClosed) return
      // Half of the delay is random, so that many lost links do not reconnect at the same time.
      retry = setTimeout(start, waitMs * (0.5 + Math.random() / 2))
      waitMs = Math.min(waitMs * 2, backoffMs.most)
    })
    // The other side has ended and will not respond.
    candidate.on('end', () => candidate.destroy())
  }

  return {
    get isOpen() {
      return open !== undefined && !open.destroyed
    },
    write(frame) {
      if (open?.writable) open.write(frameOf(frame))
    },
    async writeInTime(frame, notAfterMs, onWrite) {
      const link = open
      if (!link) return false
      const bytes = frameOf(frame)
      await roomIn(link, notAfterMs)
      const leftMs = notAfterMs - performance.now()
      if (!link.writable || link !== open || leftMs <= 0) return false
      onWrite()
      const timer = leftMs < longestTimerMs ? setTimeout(() => link.destroy(), leftMs) : undefined
      link.write(bytes, () => clearTimeout(timer))
      return true
    },
    acknowledger(event) {
      const link = open
      return kind => {
        if (link?.writable) link.write(frameOf({ kind, event }))
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      if (socket.destroyed) return
      if (open) socket.end()
      else socket.destroy()
      setTimeout(() => socket.destroy(), connectTimeoutMs).unref()
      if (!socket.closed) await new Promise(resolve => socket.once('close', resolve))
    },
  }
}

/** Data buffered in this process could be sent too late. */
async function roomIn(link: Socket, notAfterMs: number): Promise<void> {
  while (link.writableNeedDrain && !link.destroyed) {
    const leftMs = notAfterMs - performance.now()
    if (leftMs <= 0) return
    const woken = new AbortController()
    const signal = AbortSignal.any([woken.signal, AbortSignal.timeout(Math.min(leftMs, connectTimeoutMs))])
    await Promise.race([once(link, 'drain', { signal }), once(link, 'close', { signal })]).catch(() => {})
    woken.abort()
  }
}
