import type { Socket } from 'node:net'
import type { MessagePdu } from '../../platform/smpp/codec/read-message.ts'
import { statuses } from '../../platform/smpp/codec/statuses.ts'
import { numberTlv, tags } from '../../platform/smpp/codec/tlv.ts'
import {
  createConnection,
  type Request,
  type SmppConnection,
} from '../../platform/smpp/session/connection.ts'
import type { BindKind } from '../../platform/smpp/session/keep-bound.ts'

/** Result of a submitted message. */
export type SubmitAnswer =
  | { readonly status: number; readonly messageId?: string; readonly times?: number }
  | 'no answer'
  | 'hang up'

interface SessionOptions {
  readonly socket: Socket
  readonly systemId: string
  readonly answerTimeoutMs: number
  readonly enquireLinkMs: number
  readonly admit: (systemId: string, password: string) => number
  readonly take: (message: MessagePdu, systemId: string) => Promise<SubmitAnswer>
  readonly onBound: () => void
  readonly onClose: () => void
}

export interface Session {
  readonly connection: SmppConnection
  /** Undefined until it is bound. */
  readonly boundAs: BindKind | undefined
  close(): Promise<void>
}

/** Bind timeout. */
const bindWithinMs = 10_000
const unbindWithinMs = 2_000
const interfaceVersion = 0x34

/** One connection of a client that may bind. */
export function createSession(options: SessionOptions): Session {
  const { socket, answerTimeoutMs, enquireLinkMs, admit, take, onBound } = options
  const underWay = new Set<Promise<void>>()
  let boundAs: BindKind | undefined
  let who = ''
  const patience = setTimeout(() => connection.destroy('no bind'), bindWithinMs)
  const connection: SmppConnection = createConnection({
    socket,
    answerTimeoutMs,
    enquireLinkMs,
    onRequest: serve,
    onClose: () => {
      clearTimeout(patience)
      options.onClose()
    },
  })

  function serve(request: Request): void {
    switch (request.command) {
      case 'bind_transceiver':
      case 'bind_transmitter':
      case 'bind_receiver':
        bind(request)
        return
      case 'submit_sm':
      case 'data_sm':
        if (boundAs === 'transceiver' || boundAs === 'transmitter') track(submit(request))
        else answer(connection, request, statuses.wrongBindState)
        return
      case 'unbind':
        void leave(request.sequence)
        return
      case 'query_sm':
        answer(connection, request, statuses.queryFailed)
        return
      case 'cancel_sm':
        answer(connection, request, statuses.cancelFailed)
        return
      case 'replace_sm':
        answer(connection, request, statuses.replaceFailed)
        return
      case 'deliver_sm':
      case 'outbind':
      case 'alert_notification':
      case 'enquire_link':
        // Commands that a client may not send.
        connection.answer({
          command: 'generic_nack',
          status: statuses.invalidCommandId,
          sequence: request.sequence,
          body: {},
          tlvs: [],
        })
    }
  }

  function bind(request: Extract<Request, { readonly command: `bind_${BindKind}` }>): void {
    const { command, sequence, body } = request
    const status = boundAs === undefined ? admit(body.systemId, body.password) : statuses.alreadyBound
    connection.answer({
      command: `${command}_resp`,
      status,
      sequence,
      body: { systemId: options.systemId },
      tlvs: status === statuses.ok ? [numberTlv(tags.interfaceVersion, interfaceVersion, 1)] : [],
    })
    if (status === statuses.ok) {
      clearTimeout(patience)
      who = body.systemId
      boundAs = command.slice('bind_'.length) as BindKind
      onBound()
    } else if (boundAs === undefined) connection.end()
  }

  async function submit(
    request: Extract<Request, { readonly command: 'submit_sm' | 'data_sm' }>,
  ): Promise<void> {
    const told = await take(request, who)
    if (told === 'no answer') return
    if (told === 'hang up') {
      connection.destroy('hung up')
      return
    }
    const { status, messageId, times = 1 } = told
    for (let time = 0; time < times; time += 1) answer(connection, request, status, messageId)
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  async function leave(sequence: number): Promise<void> {
    boundAs = undefined
    await Promise.all(underWay)
    connection.answer({ command: 'unbind_resp', status: 0, sequence, body: {}, tlvs: [] })
    connection.end()
  }

  return {
    connection,
    get boundAs() {
      return boundAs
    },
    close: async () => {
      const wasBound = boundAs !== undefined
      boundAs = undefined
      await Promise.all(underWay)
      if (wasBound && connection.isOpen) {
        const patienceToo = setTimeout(() => connection.destroy('no answer to the unbind'), unbindWithinMs)
        await connection.request({ command: 'unbind', body: {}, tlvs: [] })
        clearTimeout(patienceToo)
      }
      connection.end()
    },
  }
}

function answer(
  connection: SmppConnection,
  { command, sequence }: Extract<Request, { readonly command: `${string}_sm` }>,
  status: number,
  messageId?: string,
): void {
  if (command === 'query_sm' || command === 'deliver_sm') {
    connection.answer({ command: `${command}_resp`, status, sequence, body: undefined, tlvs: [] })
  } else if (command === 'cancel_sm' || command === 'replace_sm') {
    connection.answer({ command: `${command}_resp`, status, sequence, body: {}, tlvs: [] })
  } else {
    const body = messageId === undefined ? undefined : { messageId }
    connection.answer({ command: `${command}_resp`, status, sequence, body, tlvs: [] })
  }
}
