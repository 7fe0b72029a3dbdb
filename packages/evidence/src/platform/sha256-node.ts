import { createHash, hash } from 'node:crypto'

/** Synchronous, because a tree is millions of small hashes and a promise costs as much as the hash. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** For content that comes in pieces. */
export interface RunningSha256 {
  readonly update: (bytes: Uint8Array) => void
  readonly digest: () => Uint8Array
}

export function startSha256(): RunningSha256 {
  const running = createHash('sha256')
  return { update: bytes => void running.update(bytes), digest: () => running.digest() }
}
