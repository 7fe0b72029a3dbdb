const polynomial = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value
})

/** The checksum of a zip file. Continues from the checksum of the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before
  for (let index = 0; index < bytes.length; index += 1)
    value = (value >>> 8) ^ (table[(value ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  return ~value >>> 0
}
