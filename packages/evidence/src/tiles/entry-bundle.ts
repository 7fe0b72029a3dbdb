import { FormatError } from '../format-error.ts'
import { entryBytesMax } from '../tree/hashes.ts'
import { tileWidth } from './tile.ts'

const lengthBytes = 2

/** Entries of one bundle, each after its length as a big-endian uint16. */
export function printEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0 || entries.length > tileWidth)
    throw new RangeError(`A bundle has 1 to ${tileWidth} entries`)
  if (entries.some(({ length }) => length > entryBytesMax))
    throw new RangeError(`An entry has at most ${entryBytesMax} bytes`)
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + lengthBytes + length, 0))
  let offset = 0
  for (const entry of entries) {
    bytes[offset] = entry.length >> 8
    bytes[offset + 1] = entry.length
    bytes.set(entry, offset + lengthBytes)
    offset += lengthBytes + entry.length
  }
  return bytes
}

/** Entries of a bundle, as views of its bytes. */
export function parseEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = []
  let offset = 0
  while (offset < bytes.length && entries.length < width) {
    const start = offset + lengthBytes
    const length = ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0)
    if (start + length > bytes.length) throw new FormatError('The entry bundle ends inside an entry.')
    entries.push(bytes.subarray(start, start + length))
    offset = start + length
  }
  if (entries.length !== width || offset !== bytes.length)
    throw new FormatError(`The entry bundle does not have ${width} entries.`)
  return entries
}
