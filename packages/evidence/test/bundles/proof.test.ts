import { describe, expect, it } from 'vitest'
import { proofPath, recordBytes, recordsPerFile } from '../../src/bundle/proof-format.ts'
import { writeProof } from '../../src/bundle/write-proof.ts'
import { leafHash, printTilePath, rootOf, type Tile, TileWriter } from '../../src/index.ts'
import { ProvenLog } from '../../src/verify/proven-log.ts'
import { flipped, utf8 } from '../hex.ts'
import { seededRandom } from '../seeded-random.ts'

const hashes = Array.from({ length: 700 }, (_, index) => hashOf(`leaf ${index}`))

/** Not as a Buffer, which is never equal to other bytes. */
function hashOf(text: string): Uint8Array {
  return new Uint8Array(leafHash(utf8(text)))
}

/** The files of the proof of these leaves. */
async function prove(size: number, indices: readonly number[], earlierSizes: readonly number[]) {
  const writer = new TileWriter()
  for (const hash of hashes.slice(0, size)) writer.append(hash)
  const tiles = new Map(writer.takeTiles().map(({ tile, bytes }) => [printTilePath(tile), bytes]))
  const readTiles = (wanted: readonly Tile[]) =>
    Promise.resolve(wanted.map(tile => tiles.get(printTilePath(tile)) ?? new Uint8Array()))
  const files = new Map<string, Uint8Array>()
  for await (const { path, content } of writeProof({ size, indices, earlierSizes, readTiles }))
    if (content instanceof Uint8Array) files.set(path, content)
  return { files, root: writer.root() }
}

const open = (
  size: number,
  root: Uint8Array,
  sizes: readonly number[],
  files: ReadonlyMap<string, Uint8Array>,
) => ProvenLog.open(size, root, sizes, path => Promise.resolve(files.get(path)))

/** Of random sizes, with random leaves and earlier sizes. */
function* trees(rounds: number) {
  const random = seededRandom(rounds)
  const some = (count: number, below: number): number[] =>
    rising([...new Set(Array.from({ length: count }, () => random(below)))])
  for (let round = 0; round < rounds; round += 1) {
    const size = 1 + random(700)
    yield { size, indices: some(random(60), size), sizes: some(random(8), size + 1), seed: random(1_000_000) }
  }
}
const rising = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other)

/** The fewest: every largest subtree that has none of the leaves and no cut inside. */
function fewest(start: number, end: number, leaves: ReadonlySet<number>, cuts: ReadonlySet<number>): number {
  const inside = Array.from({ length: end - start }, (_, place) => start + place)
  if (inside.length === 1) return leaves.has(start) ? 0 : 1
  const isComplete = Number.isInteger(Math.log2(end - start))
  const isWhole = !inside.some(index => leaves.has(index) || (index > start && cuts.has(index)))
  if (isWhole && isComplete) return 1
  const middle = start + 2 ** Math.floor(Math.log2(end - start - 1))
  return fewest(start, middle, leaves, cuts) + fewest(middle, end, leaves, cuts)
}

describe('the proof of a bundle', () => {
  it('shows its leaves and the roots of earlier trees, with the fewest hashes', async () => {
    for (const { size, indices, sizes } of trees(150)) {
      const { files, root } = await prove(size, indices, sizes)
      const log = await open(size, root, sizes, files)
      for (const index of indices) {
        if (!log.has(index)) await log.load(index)
        expect(log.leafAt(index)).toEqual(hashes[index])
      }
      for (const earlier of sizes)
        expect(new Uint8Array(log.rootAt(earlier) ?? [])).toEqual(
          new Uint8Array(rootOf(hashes.slice(0, earlier))),
        )
      const nodes = (files.get(proofPath('nodes', 1))?.length ?? 0) / recordBytes.nodes
      expect(nodes).toBe(fewest(0, size, new Set(indices), new Set(sizes)))
    }
  })

  it('holds for nothing else: no hash, leaf or size can be changed, left out or added', async () => {
    for (const { size, indices, sizes, seed } of trees(60)) {
      const { files, root } = await prove(size, indices, sizes)
      for (const [path, bytes] of files) {
        const record = path.includes('leaves') ? recordBytes.leaves : recordBytes.nodes
        for (const changed of [
          flipped(bytes, seed % (bytes.length * 8)),
          bytes.subarray(record),
          bytes.subarray(0, -record),
          new Uint8Array([...bytes, ...bytes.subarray(-record)]),
        ]) {
          const others = new Map(files).set(path, changed)
          await expect(open(size, root, sizes, others)).rejects.toThrow(/proof/)
        }
      }
      await expect(open(size, flipped(root, seed % 256), sizes, files)).rejects.toThrow(/root/)
    }
  })

  it('goes over the ends of files, and is read again in any order only so often', async () => {
    const size = 2 * recordsPerFile.leaves + 10
    const all = Array.from({ length: size }, (_, index) => hashOf(`${index}`))
    const leaves = (from: number, to: number): Uint8Array => {
      const bytes = Buffer.alloc((to - from) * recordBytes.leaves)
      for (let index = from; index < to; index += 1) {
        bytes.writeBigUInt64BE(BigInt(index), (index - from) * recordBytes.leaves)
        bytes.set(all[index] ?? new Uint8Array(), (index - from) * recordBytes.leaves + 8)
      }
      return new Uint8Array(bytes)
    }
    const per = recordsPerFile.leaves
    const files = new Map([
      [proofPath('leaves', 1), leaves(0, per)],
      [proofPath('leaves', 2), leaves(per, 2 * per)],
      [proofPath('leaves', 3), leaves(2 * per, size)],
    ])
    let reads = 0
    const log = await ProvenLog.open(size, rootOf(all), [], path => {
      reads += 1
      return Promise.resolve(files.get(path))
    })
    const look = async (index: number): Promise<Uint8Array | undefined> => {
      if (!log.has(index)) await log.load(index)
      return log.leafAt(index)
    }
    for (const index of [0, per - 1, per, 5, size - 1, 2 * per - 1])
      expect(await look(index)).toEqual(all[index])
    reads = 0
    for (let round = 0; round < 2_000; round += 1) await look(round % 2 === 0 ? 1 : size - 1)
    expect(reads).toBeLessThan(2_010)
    expect(await look(1)).toBeUndefined()
  })
})
