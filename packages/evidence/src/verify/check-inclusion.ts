import { commitContent } from '../bundle/entry-line.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { encodeLeaf } from '../leaf/leaf.ts'
import { hashBytes, leafHash } from '../tree/hashes.ts'
import type { ProvenLog } from './proven-log.ts'
import type { ReadEntry } from './read-entries.ts'
import { type EntryReference, Findings } from './verdict.ts'

/** Checks that each entry is in the log, at its index, with exactly the content that is shown. */
export class InclusionCheck {
  readonly findings = new Findings()
  readonly #tag: Uint8Array
  readonly #size: number
  readonly #log: ProvenLog | undefined

  /** Without a proven log, which means that the checkpoint itself is not proven, entries cannot be compared with it. */
  constructor(tag: Uint8Array, size: number, log: ProvenLog | undefined) {
    this.#tag = tag
    this.#size = size
    this.#log = log
  }

  /** Whether leaves must be loaded before this entry can be checked. */
  needsLeaves(index: number): boolean {
    return this.#log !== undefined && !this.#log.has(index)
  }

  async loadLeaves(index: number): Promise<void> {
    await this.#log?.load(index)
  }

  /** Returns the leaf hash: that of the log, or if there is none that of what is shown. */
  check({ entry }: ReadEntry, reference: () => EntryReference): Uint8Array {
    const { index, seq, previous, content } = entry
    const hash = this.#hashOf(seq, previous, commitContent(content))
    if (!hash) {
      this.findings.add(
        'The entry has a number and a previous entry that no entry of a log can have.',
        reference(),
      )
      return new Uint8Array(hashBytes)
    }
    if (index >= this.#size) {
      this.findings.add(
        `The entry claims index ${index}, but the log has ${this.#size} entries only.`,
        reference(),
      )
      return hash
    }
    const inLog = this.#log?.leafAt(index)
    if (!inLog) {
      if (this.#log)
        this.findings.add(
          'The entry cannot be proven to be in the log: the proof has nothing at its index.',
          reference(),
        )
      return hash
    }
    if (!equalBytes(hash, inLog))
      this.findings.add(
        'The entry is not the one that was sealed: the log has something else at its place.',
        reference(),
      )
    return inLog
  }

  #hashOf(seq: number, previous: Uint8Array, commitment: Uint8Array): Uint8Array | undefined {
    try {
      return leafHash(encodeLeaf({ type: 'entry', tag: this.#tag, seq, previous, commitment }))
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
}
