const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A big-endian uint64, or undefined where a number cannot hold it exactly. */
export function readUint64(bytes: Uint8Array, offset: number): number | undefined {
  const value = viewOf(bytes).getBigUint64(offset)
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : undefined
}

export const writeUint64 = (bytes: Uint8Array, offset: number, value: number): void =>
  viewOf(bytes).setBigUint64(offset, BigInt(value))
