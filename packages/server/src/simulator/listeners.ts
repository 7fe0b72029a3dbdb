import type { Socket } from 'node:net'
import type { CarrierEvents } from '../carriers/index.ts'
import { type FromSimulator, frameOf } from './wire.ts'

type SimulatorEvents = Omit<CarrierEvents, 'receiveStop'>

interface ListenersOptions {
  readonly leaseMs: number
  /** Called with the current receiver of events, undefined after the last has left. */
  readonly onChange: (events: SimulatorEvents | undefined) => void
}

interface Delivery {
  readonly socket: Socket
  readonly settle: (outcome: 'received' | 'not received') => void
}

type EventFrame = Extract<FromSimulator, { readonly event: number }>
type Unnumbered<Frame> = Frame extends unknown ? Omit<Frame, 'event'> : never

/** Connections that receive events, round robin. An unacknowledged event is rejected and delivered again. */
export function createListeners({ leaseMs, onChange }: ListenersOptions) {
  const sockets: Socket[] = []
  const deliveries = new Map<number, Delivery>()
  let nextEvent = 1

  const events: SimulatorEvents = {
    receiveTexts: texts =>
      deliver({ kind: 'texts', texts: texts.map(text => ({ ...text, sentAt: text.sentAt.toISOString() })) }),
    receiveReceipts: receipts =>
      deliver({
        kind: 'receipts',
        receipts: receipts.map(({ carrierMessageId, status, reason, words, at }) => ({
          carrierMessageId,
          status,
          ...(reason !== undefined && { reason }),
          ...(words !== undefined && { words }),
          at: at.toISOString(),
        })),
      }),
  }

  function deliver(content: Unnumbered<EventFrame>): Promise<void> {
    const socket = sockets.shift()
    if (!socket) return Promise.reject(new Error('the simulator has no listener'))
    sockets.push(socket)
    const event = nextEvent
    nextEvent += 1
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle('not received'), leaseMs)
      const settle: Delivery['settle'] = outcome => {
        clearTimeout(timer)
        deliveries.delete(event)
        if (outcome === 'received') resolve()
        else reject(new Error('events were not acknowledged'))
      }
      deliveries.set(event, { socket, settle })
      if (socket.writable) socket.write(frameOf({ ...content, event }))
      else settle('not received')
    })
  }

  return {
    add(socket: Socket): void {
      if (!sockets.includes(socket)) sockets.push(socket)
      onChange(events)
    },
    /** Unacknowledged events of a closed connection count as not received. */
    remove(socket: Socket): void {
      const index = sockets.indexOf(socket)
      if (index >= 0) sockets.splice(index, 1)
      if (sockets.length === 0) onChange(undefined)
      if (!socket.destroyed) return
      for (const delivery of deliveries.values()) {
        if (delivery.socket === socket) delivery.settle('not received')
      }
    },
    settle(event: number, outcome: 'received' | 'not received'): void {
      deliveries.get(event)?.settle(outcome)
    },
  }
}
