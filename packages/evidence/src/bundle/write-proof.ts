import { writeUint64 } from '../bytes/uint64.ts'
import { nodesFromTiles } from '../tiles/nodes-from-tiles.ts'
import type { ReadTiles } from '../tiles/tile.ts'
import type { Node } from '../tree/nodes.ts'
import { type ProofPart, proofPath, recordBytes, recordsPerFile } from './proof-format.ts'
import { type ProofStep, proofSteps } from './proof-steps.ts'
import type { ZipContent } from './zip/write-zip.ts'

interface ProvenLeaves {
  /** Of the tree that is proven to. */
  readonly size: number
  /** Rising. */
  readonly indices: Iterable<number>
  readonly earlierSizes: Iterable<number>
  readonly readTiles: ReadTiles
}

/** Tiles are read together for so many hashes: about forty entries of one advisor among thousands. They keep the event loop for 12 ms. */
const stepsAtOnce = 512

/** The files of a proof, each as soon as it is full. */
export async function* writeProof(input: ProvenLeaves): AsyncGenerator<ZipContent, void> {
  const { size, indices, earlierSizes, readTiles } = input
  const read = nodesFromTiles(size, readTiles)
  const leaves = new ProofFiles('leaves')
  const nodes = new ProofFiles('nodes')
  let batch: ProofStep[] = []
  const take = async (): Promise<ZipContent[]> => {
    const steps = batch.filter(step => step.kind !== 'size')
    batch = []
    const hashes = steps.length > 0 ? await read(steps.map(nodeOf)) : []
    return steps.flatMap((step, place) => {
      const hash = hashes[place] ?? new Uint8Array()
      if (step.kind === 'node') return nodes.add(hash)
      return leaves.add(leafRecord(step.index, hash))
    })
  }
  for (const step of proofSteps(size, indices, earlierSizes)) {
    batch.push(step)
    if (batch.length === stepsAtOnce) yield* await take()
  }
  yield* await take()
  yield* leaves.end()
  yield* nodes.end()
}

const nodeOf = (step: Exclude<ProofStep, { readonly kind: 'size' }>): Node =>
  step.kind === 'node' ? step.node : { level: 0, index: step.index }

function leafRecord(index: number, hash: Uint8Array): Uint8Array {
  const record = new Uint8Array(recordBytes.leaves)
  writeUint64(record, 0, index)
  record.set(hash, 8)
  return record
}

/** Records as files. */
class ProofFiles {
  readonly #part: ProofPart
  #bytes: Uint8Array
  #filled = 0
  #number = 1

  constructor(part: ProofPart) {
    this.#part = part
    this.#bytes = this.#room()
  }

  add(record: Uint8Array): ZipContent[] {
    if (record.length !== recordBytes[this.#part]) throw new RangeError('A hash of the proof is not there')
    this.#bytes.set(record, this.#filled)
    this.#filled += record.length
    return this.#filled < this.#bytes.length ? [] : this.end()
  }

  /** What is left, if anything is. */
  end(): ZipContent[] {
    if (this.#filled === 0) return []
    const file = { path: proofPath(this.#part, this.#number), content: this.#bytes.subarray(0, this.#filled) }
    this.#number += 1
    this.#filled = 0
    this.#bytes = this.#room()
    return [file]
  }

  #room(): Uint8Array {
    return new Uint8Array(recordBytes[this.#part] * recordsPerFile[this.#part])
  }
}
