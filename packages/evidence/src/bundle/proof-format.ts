import { hashBytes } from '../tree/hashes.ts'

/** Each file of a proof is full but the last. They have about a megabyte, so that a reader holds little. */
export const recordsPerFile = { leaves: 25_600, nodes: 32_768 } as const

/** A leaf has its index in eight bytes, and its hash. */
export const recordBytes = { leaves: 8 + hashBytes, nodes: hashBytes } as const

export type ProofPart = keyof typeof recordsPerFile

export const proofPath = (part: ProofPart, number: number): string =>
  `proof/${part}/${number.toString().padStart(4, '0')}`
