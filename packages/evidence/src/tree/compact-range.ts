import { concatBytes } from '../bytes/bytes.ts'
import { readUint64, writeUint64 } from '../bytes/uint64.ts'
import { FormatError } from '../format-error.ts'
import { emptyRoot, hashBytes, nodeHash } from './hashes.ts'
import { half, isOdd, isSize, joinHashes, nodesOf } from './nodes.ts'

const sizeBytes = 8

/** Called for every node that an appended leaf completes, the leaf first. */
export type OnNode = (level: number, index: number, hash: Uint8Array) => void

/** A tree that only grows, held as the roots of its complete subtrees: at most 53 hashes, whatever its size. */
export class CompactRange {
  #size = 0
  /** Largest subtree first. */
  readonly #peaks: Uint8Array[] = []

  /** The peaks must be the hashes of `nodesOf(0, size)`. */
  static fromPeaks(size: number, peaks: readonly Uint8Array[]): CompactRange {
    if (!isSize(size)) throw new RangeError('A tree has fewer than 2^53 leaves')
    if (peaks.length !== nodesOf(0, size).length || peaks.some(({ length }) => length !== hashBytes))
      throw new RangeError(`These are not the subtrees of ${size} leaves`)
    const range = new CompactRange()
    range.#size = size
    range.#peaks.push(...peaks.map(peak => new Uint8Array(peak)))
    return range
  }

  static restore(bytes: Uint8Array): CompactRange {
    const size = bytes.length < sizeBytes ? undefined : readUint64(bytes, 0)
    if (size === undefined) throw new FormatError('The stored tree has no valid size.')
    const nodes = nodesOf(0, size)
    if (bytes.length !== sizeBytes + nodes.length * hashBytes)
      throw new FormatError(`The stored tree has another length than a tree of ${size} leaves.`)
    const start = (index: number): number => sizeBytes + index * hashBytes
    return CompactRange.fromPeaks(
      size,
      nodes.map((_, index) => bytes.subarray(start(index), start(index + 1))),
    )
  }

  get size(): number {
    return this.#size
  }

  append(leafHash: Uint8Array, onNode?: OnNode): void {
    this.appendSubtree(0, leafHash, onNode)
  }

  /** Appends 2^level leaves by the hash of their complete subtree. The size must be a multiple of their number. */
  appendSubtree(subtreeLevel: number, subtreeHash: Uint8Array, onNode?: OnNode): void {
    if (subtreeHash.length !== hashBytes) throw new RangeError('A hash has 32 bytes')
    const leaves = 2 ** subtreeLevel
    if (!isSize(this.#size + leaves)) throw new RangeError('A tree has fewer than 2^53 leaves')
    let level = subtreeLevel
    let index = this.#size / leaves
    if (!Number.isInteger(index)) throw new RangeError(`No subtree of ${leaves} leaves begins here`)
    // Copied, because the caller may reuse the bytes, and a view would keep a whole tile in memory.
    let hash: Uint8Array = new Uint8Array(subtreeHash)
    onNode?.(level, index, hash)
    while (isOdd(index)) {
      hash = nodeHash(this.#peaks.pop() ?? emptyRoot, hash)
      level += 1
      index = half(index)
      onNode?.(level, index, hash)
    }
    this.#peaks.push(hash)
    this.#size += leaves
  }

  root(): Uint8Array {
    return this.#peaks.length > 0 ? joinHashes(this.#peaks) : emptyRoot
  }

  serialize(): Uint8Array {
    const size = new Uint8Array(sizeBytes)
    writeUint64(size, 0, this.#size)
    return concatBytes([size, ...this.#peaks])
  }
}
