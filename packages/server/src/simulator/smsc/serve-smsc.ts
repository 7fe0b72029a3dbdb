// An SMSC: admitted clients bind, submit texts and receive deliveries.
import { once } from 'node:events'
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { MessagePdu } from '../../platform/smpp/codec/read-message.ts'
import { statuses } from '../../platform/smpp/codec/statuses.ts'
import { createReceivers, type Deliverable } from './receivers.ts'
import { createSession, type Session, type SubmitAnswer } from './session.ts'

export interface SmscOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Undefined: connections are not encrypted. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** system_id of this side. */
  readonly systemId: string
  /** Returns a status: ok, or the reason of refusal. */
  readonly admit: (systemId: string, password: string) => number
  /** False: connections are refused. */
  readonly isUp?: () => boolean
  readonly take: (message: MessagePdu, systemId: string) => Promise<SubmitAnswer>
  /** Called when the first receiver has bound, or the last has left. */
  readonly onReceivers?: (areThere: boolean) => void
  /** Limit of messages in flight per receiver. */
  readonly window?: number
  readonly answerTimeoutMs?: number
  readonly enquireLinkMs?: number
}

export interface Smsc {
  readonly port: number
  /** Rejects if no receiver accepts it now. */
  deliver(message: Deliverable): Promise<void>
  /** Closes every connection abruptly. */
  cut(): void
  /** Unbinds all sessions and resolves when pending responses are written. */
  close(): Promise<void>
}

export async function serveSmsc(options: SmscOptions): Promise<Smsc> {
  const { host, port, tls, systemId, admit, take, isUp = () => true } = options
  const { window = 10, answerTimeoutMs = 10_000, enquireLinkMs = 30_000 } = options
  const sessions = new Set<Session>()
  const receivers = createReceivers({ window, onChange: options.onReceivers ?? (() => {}) })
  let isClosing = false

  function accept(socket: Socket): void {
    if (!isUp() || isClosing) {
      socket.destroy()
      return
    }
    const session = createSession({
      socket,
      systemId,
      answerTimeoutMs,
      enquireLinkMs,
      admit: (who, password) => (isClosing ? statuses.bindFailed : admit(who, password)),
      take,
      onBound: () => receivers.add(session),
      onClose: () => {
        sessions.delete(session)
        receivers.remove(session)
      },
    })
    sessions.add(session)
  }

  const server: Server = tls
    ? createTlsServer({ ...tls }, accept).on('tlsClientError', () => {})
    : createPlainServer({ noDelay: true }, accept)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    deliver: message => receivers.deliver(message),
    cut: () => {
      for (const session of sessions) session.connection.destroy('cut')
    },
    close: async () => {
      isClosing = true
      const closed = once(server, 'close')
      server.close()
      await Promise.all([...sessions].map(session => session.close()))
      await closed
    },
  }
}
