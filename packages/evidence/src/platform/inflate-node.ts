import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** Decompresses. `refusal` makes the error for pieces that are no such stream, or go on after its end. */
export type Inflate = (
  pieces: AsyncGenerator<Uint8Array, void>,
  refusal: () => Error,
) => AsyncGenerator<Uint8Array, void>

const chunkSize = 262_144

export const inflate: Inflate = async function* (pieces, refusal) {
  let cause: { readonly error: unknown } | undefined
  let packedBytes = 0
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const piece of pieces) {
        packedBytes += piece.length
        yield piece
      }
    } catch (error) {
      cause = { error }
      throw error
    }
  }
  const stream = createInflateRaw({ chunkSize })
  pipeline(counted(), stream, () => undefined)
  try {
    for await (const piece of stream) yield piece as Uint8Array
  } catch {
    throw cause ? cause.error : refusal()
  }
  if (stream.bytesWritten !== packedBytes) throw refusal()
}
