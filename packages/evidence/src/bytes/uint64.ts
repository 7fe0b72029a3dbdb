const high = 2 ** 32
const highMax = 2 ** 21

/** A big-endian uint64, or undefined where a number cannot hold it exactly. Without BigInt, which takes longer than the rest of a leaf. */
export function readUint64(bytes: Uint8Array, offset: number): number | undefined {
  if (offset + 8 > bytes.length) throw new RangeError('A uint64 has eight bytes')
  const upper = readUint32(bytes, offset)
  return upper < highMax ? upper * high + readUint32(bytes, offset + 4) : undefined
}

function readUint32(bytes: Uint8Array, offset: number): number {
  let value = 0
  for (let place = offset; place < offset + 4; place += 1) value = value * 256 + (bytes[place] ?? 0)
  return value
}

export function writeUint64(bytes: Uint8Array, offset: number, value: number): void {
  if (offset + 8 > bytes.length) throw new RangeError('A uint64 has eight bytes')
  let rest = value
  for (let place = offset + 7; place >= offset; place -= 1) {
    bytes[place] = rest % 256
    rest = Math.floor(rest / 256)
  }
}
