import { headerBytes } from './pdu.ts'

/** Fits a message_payload of 65,535 bytes and all other fields. */
const frameBytesMax = 80 * 1024

/** Splits a byte stream into frames. Throws a RangeError on an invalid length, after which the stream cannot be read. */
export function createFrameReader(receive: (frame: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0

  return chunk => {
    if (chunk.length === 0) return
    parts.push(chunk)
    length += chunk.length
    let bytes = parts.length === 1 ? chunk : undefined
    let at = 0
    while (length - at >= 4) {
      const wanted = lengthAt(parts, bytes, at)
      if (wanted < headerBytes || wanted > frameBytesMax) throw new RangeError('invalid frame length')
      if (length - at < wanted) break
      // Joined once complete, so that a frame arriving byte by byte is copied once.
      bytes ??= Buffer.concat(parts, length)
      receive(bytes.subarray(at, at + wanted))
      at += wanted
    }
    if (at === 0) return
    const rest = bytes?.subarray(at)
    parts = rest && rest.length > 0 ? [rest] : []
    length -= at
  }
}

function lengthAt(parts: readonly Buffer[], joined: Buffer | undefined, at: number): number {
  const [first] = parts
  if (joined) return joined.readUInt32BE(at)
  if (first && first.length >= 4) return first.readUInt32BE(0)
  return Buffer.concat(parts.slice(0, 4)).readUInt32BE(0)
}
