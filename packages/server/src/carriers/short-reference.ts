import { crc32 } from 'node:zlib'

/** Sixteen bits of a reference, for carriers that repeat no more. Together with two numbers it is telling enough. */
export const shortReference = (reference: string): number => crc32(reference) & 0xffff
