import { createHash } from 'node:crypto'

interface Committed {
  readonly head: Buffer
  readonly facts: Buffer
  /** Sixteen bytes for each. */
  readonly salts: Buffer
}

/** The digest of a journal entry, computed apart from the code that writes it: the product cannot prove its own digests. */
export function commitmentTo({ head, facts, salts }: Committed): Buffer {
  const sha256 = (...parts: readonly Buffer[]): Buffer =>
    createHash('sha256').update(Buffer.concat(parts)).digest()
  return sha256(sha256(salts.subarray(0, 16), head), sha256(salts.subarray(16), facts))
}
