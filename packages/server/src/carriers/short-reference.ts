import { crc32 } from 'node:zlib'

/** Step between the ids of one installation. */
const idStep = 1_024

/**
 * Sixteen bits of a reference, for carriers that return no more. Consecutive ids differ in them, so 65,536 texts in a row are
 * distinct: with bits of a hash, a recipient of 300 texts has two that cannot be told apart.
 */
export function shortReference(reference: string): number {
  const id = Number(reference)
  return Number.isSafeInteger(id) ? Math.floor(id / idStep) % 0x1_0000 : crc32(reference) & 0xffff
}
