import { proofPath, recordBytes, recordsPerFile } from '../bundle/proof-format.ts'
import { proofSteps } from '../bundle/proof-steps.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { readUint64 } from '../bytes/uint64.ts'
import { CompactRange } from '../tree/compact-range.ts'
import { emptyRoot, hashBytes } from '../tree/hashes.ts'

/** The proof does not give the root of the checkpoint. */
export class Unproven extends Error {
  override readonly name = 'Unproven'
}

export type ReadProof = (path: string, bytesMax: number) => Promise<Uint8Array | undefined>

/** Honest entries are in the order of the leaves. Whoever mixes them must not make us read without end. */
const returnsMax = 1_000

/** The leaves that the proof of a bundle shows, and the roots of earlier trees: all of a tree whose root is known. */
export class ProvenLog {
  readonly #read: ReadProof
  readonly #roots: ReadonlyMap<number, Uint8Array>
  /** The first index in each file of leaves. */
  readonly #firsts: readonly number[]
  #file: { readonly place: number; readonly bytes: Uint8Array } | undefined
  #record = 0
  #returns = 0

  private constructor(read: ReadProof, roots: ReadonlyMap<number, Uint8Array>, firsts: readonly number[]) {
    this.#read = read
    this.#roots = roots
    this.#firsts = firsts
  }

  /** Throws Unproven if the proof does not give the root. */
  static async open(
    size: number,
    root: Uint8Array,
    earlierSizes: Iterable<number>,
    read: ReadProof,
  ): Promise<ProvenLog> {
    const sizes = [...new Set(earlierSizes)]
      .filter(each => each <= size)
      .toSorted((one, other) => one - other)
    const leaves = new ProofReader('leaves', read)
    const nodes = new ProofReader('nodes', read)
    const firsts: number[] = []
    const roots = new Map<number, Uint8Array>()
    const range = new CompactRange()
    let leaf = await leaves.next()
    let hash: Uint8Array | undefined
    let last = -1
    function* indices(): Generator<number, void> {
      for (let count = 0; ; count += 1) {
        if (!leaf) return
        const index = readUint64(leaf, 0)
        if (index === undefined || index <= last || index >= size)
          throw new Unproven('The leaves of the proof are not in the order of the log.')
        if (count % recordsPerFile.leaves === 0) firsts.push(index)
        last = index
        hash = leaf.subarray(8)
        yield index
      }
    }
    for (const step of proofSteps(size, indices(), sizes)) {
      if (step.kind === 'size') roots.set(step.size, range.size === 0 ? emptyRoot : range.root())
      else if (step.kind === 'leaf') {
        range.append(hash ?? emptyRoot)
        leaf = leaves.nextNow() ?? (await leaves.next())
      } else {
        const node = nodes.nextNow() ?? (await nodes.next())
        if (!node) throw new Unproven('The proof is too short.')
        range.appendSubtree(step.node.level, node)
      }
    }
    if (leaf || (await nodes.next())) throw new Unproven('The proof is too long.')
    if (!equalBytes(range.root(), root))
      throw new Unproven('The proof does not give the root that the checkpoint has.')
    return new ProvenLog(read, roots, firsts)
  }

  /** The root that the tree had when it was smaller. */
  rootAt(size: number): Uint8Array | undefined {
    return this.#roots.get(size)
  }

  /** Whether the leaf can be looked up without reading. */
  has(index: number): boolean {
    return this.#file?.place === this.#placeOf(index)
  }

  /** Reads the file with the leaf, if there is one. */
  async load(index: number): Promise<void> {
    const place = this.#placeOf(index)
    if (place < 0) return
    if (this.#file && place < this.#file.place) this.#returns += 1
    this.#file = undefined
    if (this.#returns > returnsMax) return
    const bytes = await this.#read(proofPath('leaves', place + 1), bytesMaxOf('leaves'))
    if (bytes) this.#file = { place, bytes }
    this.#record = 0
  }

  /** The leaf hash at this index, if the proof has it and it is loaded. */
  leafAt(index: number): Uint8Array | undefined {
    const bytes = this.#file?.bytes
    if (!bytes) return undefined
    const count = bytes.length / recordBytes.leaves
    const indexOf = (record: number): number => readUint64(bytes, record * recordBytes.leaves) ?? -1
    // The next one, unless somebody has mixed them.
    let record = this.#record
    if (record >= count || indexOf(record) !== index) {
      let end = count
      record = 0
      while (record < end) {
        const middle = Math.floor((record + end) / 2)
        if (indexOf(middle) < index) record = middle + 1
        else end = middle
      }
      if (record >= count || indexOf(record) !== index) return undefined
    }
    this.#record = record + 1
    const start = record * recordBytes.leaves + 8
    return bytes.subarray(start, start + hashBytes)
  }

  #placeOf(index: number): number {
    const current = this.#file?.place ?? 0
    const isIn = (place: number): boolean =>
      (this.#firsts[place] ?? Number.POSITIVE_INFINITY) <= index &&
      index < (this.#firsts[place + 1] ?? Number.POSITIVE_INFINITY)
    if (isIn(current)) return current
    return this.#firsts.findLastIndex(first => first <= index)
  }
}

const bytesMaxOf = (part: 'leaves' | 'nodes'): number => recordBytes[part] * recordsPerFile[part]

/** Records one after the other, over the ends of files. */
class ProofReader {
  readonly #part: 'leaves' | 'nodes'
  readonly #read: ReadProof
  #bytes: Uint8Array = new Uint8Array()
  #offset = 0
  #number = 0
  #isLast = false

  constructor(part: 'leaves' | 'nodes', read: ReadProof) {
    this.#part = part
    this.#read = read
  }

  /** Undefined if the next file must be read first. */
  nextNow(): Uint8Array | undefined {
    if (this.#offset >= this.#bytes.length) return undefined
    const start = this.#offset
    this.#offset += recordBytes[this.#part]
    return this.#bytes.subarray(start, this.#offset)
  }

  async next(): Promise<Uint8Array | undefined> {
    const now = this.nextNow()
    if (now || this.#isLast) return now
    this.#number += 1
    const path = proofPath(this.#part, this.#number)
    const bytesMax = bytesMaxOf(this.#part)
    const bytes = await this.#read(path, bytesMax)
    if (bytes && (bytes.length === 0 || bytes.length % recordBytes[this.#part] !== 0))
      throw new Unproven(`The file ${path} has the wrong length.`)
    this.#isLast = (bytes?.length ?? 0) < bytesMax
    this.#bytes = bytes ?? new Uint8Array()
    this.#offset = 0
    return this.nextNow()
  }
}
