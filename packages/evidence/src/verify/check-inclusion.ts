import { commitContent } from '../bundle/entry-line.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { encodeLeaf } from '../leaf/leaf.ts'
import { tileWidth } from '../tiles/tile.ts'
import { hashBytes, leafHash } from '../tree/hashes.ts'
import { type ProvenTiles, UnprovenTile } from './proven-tiles.ts'
import type { ReadEntry } from './read-entries.ts'
import { type EntryReference, Findings } from './verdict.ts'

/** Checks that each entry is in the log, at its index, with exactly the content that is shown. */
export class InclusionCheck {
  readonly findings = new Findings()
  readonly #tag: Uint8Array
  readonly #size: number
  readonly #tiles: ProvenTiles | undefined
  #tileIndex = -1
  #hashes: Uint8Array | undefined

  /** Without tiles, which means that the checkpoint itself is not proven, entries cannot be compared with the log. */
  constructor(tag: Uint8Array, size: number, tiles: ProvenTiles | undefined) {
    this.#tag = tag
    this.#size = size
    this.#tiles = tiles
  }

  /** Whether the tile of this entry is the one at hand; else it must be loaded before. */
  needsTile(index: number): boolean {
    return Math.floor(index / tileWidth) !== this.#tileIndex
  }

  async loadTile(index: number, reference: () => EntryReference): Promise<void> {
    this.#tileIndex = Math.floor(index / tileWidth)
    this.#hashes = undefined
    if (!this.#tiles || index >= this.#size) return
    try {
      this.#hashes = await this.#tiles.leaves(this.#tileIndex)
    } catch (error) {
      if (!(error instanceof UnprovenTile)) throw error
      this.findings.add(`The entry cannot be proven to be in the log. ${error.message}`, reference())
    }
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
    const offset = (index % tileWidth) * hashBytes
    const inLog = this.#hashes?.subarray(offset, offset + hashBytes)
    if (!inLog) return hash
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
