import { hash } from 'node:crypto'

/** Synchronous, because a tree is millions of small hashes and a promise costs as much as the hash. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')
