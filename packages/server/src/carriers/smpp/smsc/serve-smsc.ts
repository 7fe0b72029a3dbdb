// The carrier's side of SMPP: whoever is admitted binds, hands texts over and is delivered what there is for them.
import { once } from 'node:events'
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { MessagePdu } from '../codec/read-message.ts'
import { statuses } from '../codec/statuses.ts'
import { createReceivers, type Deliverable } from './receivers.ts'
import { createSession, type Session, type SubmitAnswer } from './session.ts'

export interface SmscOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Undefined: connections are not encrypted. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** What it calls itself. */
  readonly systemId: string
  /** Answers with a status: ok, or why not. */
  readonly admit: (systemId: string, password: string) => number
  /** False: nobody may connect. */
  readonly isUp?: () => boolean
  readonly take: (message: MessagePdu, systemId: string) => Promise<SubmitAnswer>
  /** The first that receives has come, or the last has gone. */
  readonly onReceivers?: (areThere: boolean) => void
  /** Messages that may be without an answer at a receiver. */
  readonly window?: number
  readonly answerTimeoutMs?: number
  readonly enquireLinkMs?: number
}

export interface Smsc {
  readonly port: number
  /** Rejects where nobody takes it now. */
  deliver(message: Deliverable): Promise<void>
  /** Cuts every connection. */
  cut(): void
  /** Unbinds everybody and resolves when the answers that were owed are written. */
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
