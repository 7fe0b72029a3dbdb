// The simulator's socket protocol: JSON objects, one per line. A request has an id, which its response repeats.
import type { Socket } from 'node:net'
import type { InboundText, LookedUp, OutgoingText, Receipt, Submission } from '../carriers/index.ts'

/** Stored with every text that the simulator accepted, wherever it runs. */
export const simulatorName = 'simulator'

/** Public SMPP credentials: nothing leaves a sandbox. */
export const smppCredentials = { systemId: 'parley', password: 'parley' } as const
/** Our own optional parameter, from the vendor range. */
export const smppReferenceTag = 0x1501
/** Status for a recipient who has opted out at the simulator, from the vendor range. */
export const smppOptedOutStatus = 0x0401

export type ToSimulator =
  | { readonly kind: 'submit'; readonly id: number; readonly texts: readonly OutgoingText[] }
  | { readonly kind: 'look up'; readonly id: number; readonly references: readonly string[] }
  /** Starts or stops events on this connection. */
  | { readonly kind: 'listen'; readonly wanted: boolean }
  | { readonly kind: 'received'; readonly event: number }
  | { readonly kind: 'not received'; readonly event: number }
  | { readonly kind: 'ping' }

export type FromSimulator =
  /** First on every connection, as a sign of life: the system accepts connections also for a stopped process. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'submitted'; readonly id: number; readonly submissions: readonly Submission[] }
  | { readonly kind: 'looked up'; readonly id: number; readonly found: readonly LookedUp[] }
  /** It cannot tell now. */
  | { readonly kind: 'failed'; readonly id: number }
  | { readonly kind: 'texts'; readonly event: number; readonly texts: readonly Dated<InboundText>[] }
  | { readonly kind: 'receipts'; readonly event: number; readonly receipts: readonly Dated<Receipt>[] }
  | { readonly kind: 'pong' }

/** JSON has no dates. */
type Dated<Value> = { readonly [Key in keyof Value]: Value[Key] extends Date ? string : Value[Key] }

/** Maximum frame size: 500 texts of 1,600 characters, each written as an escape of six bytes. */
const frameBytesMax = 8 * 1024 * 1024

export const frameOf = (frame: ToSimulator | FromSimulator): string => `${JSON.stringify(frame)}\n`

/** Reads frames from the socket. A frame that is too long or not JSON ends the connection. */
export function readFrames(socket: Socket, receive: (frame: unknown) => void): void {
  let parts: Buffer[] = []
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(10); end >= 0 && !socket.destroyed; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      const line = Buffer.concat(parts).toString('utf8')
      parts = []
      bytes = 0
      try {
        receive(JSON.parse(line))
      } catch {
        socket.destroy()
      }
    }
    parts.push(rest)
    bytes += rest.length
    if (bytes > frameBytesMax) socket.destroy()
  })
}
