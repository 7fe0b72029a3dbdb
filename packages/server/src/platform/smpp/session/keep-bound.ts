import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { statuses } from '../codec/statuses.ts'
import { createConnection, type Request, type SmppConnection } from './connection.ts'

export interface Peer {
  readonly host: string
  readonly port: number
  /** Undefined: not encrypted. */
  readonly tls?: {
    /** Trusted certificates in PEM, instead of those of the system. */
    readonly ca?: string
    /** Name in the peer's certificate, if it is not the host. */
    readonly servername?: string
  }
  readonly systemId: string
  readonly password: string
  readonly systemType?: string
}

export interface Timings {
  readonly connectTimeoutMs: number
  readonly answerTimeoutMs: number
  readonly enquireLinkMs: number
  readonly reconnectFirstMs: number
  readonly reconnectMostMs: number
}

export type BindKind = 'transceiver' | 'transmitter' | 'receiver'

interface BoundOptions {
  readonly peer: Peer
  readonly kind: BindKind
  readonly timings: Timings
  readonly onRequest: (request: Request, connection: SmppConnection) => void
  /** Called when it is bound, and when it no longer is. */
  readonly onChange: () => void
  /** Called with the reason each time the bind is lost, fails or receives malformed data. Never holds a secret. */
  readonly onTrouble: (why: string) => void
}

export interface Bound {
  readonly kind: BindKind
  /** Undefined while not bound, and while either side is unbinding. */
  readonly connection: SmppConnection | undefined
  /** Waits for responses in flight, unbinds and does not reconnect. */
  close(): Promise<void>
}

const unbindTimeoutMs = 5_000
const interfaceVersion = 0x34

/** Connects and binds, and reconnects when the bind is lost, until it is closed. */
export function keepBound({ peer, kind, timings, onRequest, onChange, onTrouble }: BoundOptions): Bound {
  let current: SmppConnection | undefined
  let bound: SmppConnection | undefined
  let isClosed = false
  let waitMs = timings.reconnectFirstMs
  let boundAtMs = 0
  let retry: NodeJS.Timeout | undefined
  start()

  function start(): void {
    let isReady = false
    const socket = dial(peer, () => {
      isReady = true
      clearTimeout(patience)
      void bind(connection)
    })
    const patience = setTimeout(() => connection.destroy('cannot connect'), timings.connectTimeoutMs)
    const connection: SmppConnection = createConnection({
      socket,
      answerTimeoutMs: timings.answerTimeoutMs,
      enquireLinkMs: timings.enquireLinkMs,
      onRequest: request => receive(connection, request),
      onUnreadable: () => onTrouble('the peer sent malformed data'),
      onClose: why => {
        clearTimeout(patience)
        // Closed without a reason, and not by us: the peer unbound, or never let us bind.
        const unsaid = isReady ? 'ended by the other side' : 'cannot connect'
        lost(connection, why === 'closed' ? unsaid : why)
      },
    })
    current = connection
  }

  function lost(connection: SmppConnection, why: string): void {
    if (bound === connection) {
      bound = undefined
      onChange()
    }
    if (isClosed) return
    onTrouble(why)
    // Back off also from a peer that accepts the bind and disconnects at once.
    const hasLasted = boundAtMs > 0 && performance.now() - boundAtMs > waitMs
    if (hasLasted) waitMs = timings.reconnectFirstMs
    boundAtMs = 0
    // Half of the delay is random, so that many lost links do not reconnect at the same time.
    retry = setTimeout(start, waitMs * (0.5 + Math.random() / 2))
    waitMs = Math.min(waitMs * 2, timings.reconnectMostMs)
  }

  async function bind(connection: SmppConnection): Promise<void> {
    const answer = await connection.request({
      command: `bind_${kind}`,
      body: {
        systemId: peer.systemId,
        password: peer.password,
        systemType: peer.systemType ?? '',
        interfaceVersion,
        addressTon: 0,
        addressNpi: 0,
        addressRange: '',
      },
      tlvs: [],
    })
    if (answer.outcome !== 'answered') connection.destroy('no answer to the bind')
    else if (answer.status !== statuses.ok) connection.destroy(refusalOf(answer.status))
    else if (isClosed) connection.end()
    else {
      boundAtMs = performance.now()
      bound = connection
      onChange()
    }
  }

  function receive(connection: SmppConnection, request: Request): void {
    if (request.command === 'unbind') void leave(connection, request.sequence)
    else onRequest(request, connection)
  }

  /** The other side unbinds. It sends pending responses first. */
  async function leave(connection: SmppConnection, sequence: number): Promise<void> {
    if (bound === connection) {
      bound = undefined
      onChange()
    }
    await connection.drained()
    connection.answer({ command: 'unbind_resp', status: 0, sequence, body: {}, tlvs: [] })
    connection.end()
  }

  return {
    kind,
    get connection() {
      return bound?.isOpen ? bound : undefined
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      const connection = current
      const wasBound = bound !== undefined
      bound = undefined
      onChange()
      if (!connection?.isOpen || !wasBound) {
        connection?.destroy('closed')
        return
      }
      await connection.drained()
      const unbound = connection.request({ command: 'unbind', body: {}, tlvs: [] })
      const patience = setTimeout(() => connection.destroy('no answer to the unbind'), unbindTimeoutMs)
      await unbound
      clearTimeout(patience)
      connection.end()
    },
  }
}

function dial({ host, port, tls }: Peer, onReady: () => void): Socket {
  const address = { host, port, noDelay: true, keepAlive: true }
  if (!tls) return connectPlain(address, onReady)
  const { ca, servername = isIP(host) ? '' : host } = tls
  return connectTls({ ...address, servername, ...(ca !== undefined && { ca }) }, onReady)
}

function refusalOf(status: number): string {
  const code = `0x${status.toString(16).padStart(2, '0')}`
  switch (status) {
    case statuses.invalidPassword:
      return `the bind was refused: wrong password (${code})`
    case statuses.invalidSystemId:
      return `the bind was refused: unknown system id (${code})`
    case statuses.alreadyBound:
      return `the bind was refused: bound already (${code})`
    default:
      return `the bind was refused (${code})`
  }
}
