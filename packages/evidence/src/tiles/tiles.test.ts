import { describe, expect, it } from 'vitest'
import { hex, utf8 } from '../../test/hex.ts'
import { NaiveTree } from '../../test/naive-tree.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import {
  FormatError,
  leafHash,
  nodesFromTiles,
  parseEntryBundle,
  parseTilePath,
  printEntryBundle,
  printTilePath,
  proveConsistency,
  proveInclusions,
  type ReadTiles,
  readRoot,
  rebuildRoot,
  type Tile,
  TileWriter,
  tilesOfGrowth,
  verifyConsistency,
  verifyInclusion,
} from '../index.ts'

const sizeMax = 70_000
const naive = new NaiveTree(Array.from({ length: sizeMax }, (_, index) => utf8(`entry ${index}`)))
const hashOf = (index: number): Uint8Array => naive.hash(index, index + 1)
const isEqual = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.from(one).equals(other)

/** A tile by the definition of c2sp.org/tlog-tiles. */
function tileByDefinition({ level, index, width }: Tile): Uint8Array {
  const span = 256 ** Number(level)
  return Buffer.concat(
    Array.from({ length: width }, (_, place) => {
      const start = (index * 256 + place) * span
      return naive.hash(start, start + span)
    }),
  )
}

describe('paths', () => {
  it.each<[Tile, string]>([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 999, width: 17 }, 'tile/1/999.p/17'],
    [{ level: 63, index: 1000, width: 1 }, 'tile/63/x001/000.p/1'],
    [{ level: 'entries', index: 273, width: 112 }, 'tile/entries/273.p/112'],
    [{ level: 'entries', index: 2 ** 53 - 1, width: 255 }, 'tile/entries/x009/x007/x199/x254/x740/991.p/255'],
  ])('%o is %s', (tile, path) => {
    expect(printTilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it.each([
    '',
    'tile/0/00',
    'tile/0/0000',
    'tile/0/1',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/x000/000',
    'tile/0/000/000',
    'tile/0/x001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/0/000\n',
    '/tile/0/000',
    'tile/8/0/000/',
    'tile/data/000',
    'tile/0/x009/x007/x199/x254/x740/992',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
  ])('%j is refused', path => {
    expect(() => parseTilePath(path)).toThrow(FormatError)
  })
})

describe('tiles of a growth', () => {
  it('are those of the example of the specification', () => {
    const tiles = [...tilesOfGrowth(0, sizeMax)]
    const paths = tiles.map(printTilePath)
    expect(tiles.filter(({ level, width }) => level === 0 && width === 256)).toHaveLength(273)
    expect(paths.slice(273)).toEqual(['tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17', 'tile/2/000.p/1'])
    expect([...tilesOfGrowth(0, 256)].map(printTilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1'])
  })

  it('are only those that change', () => {
    const changed = (from: number, to: number): string[] => [...tilesOfGrowth(from, to)].map(printTilePath)
    expect(changed(5, 5)).toEqual([])
    expect(changed(5, 6)).toEqual(['tile/0/000.p/6'])
    expect(changed(255, 256)).toEqual(['tile/0/000', 'tile/1/000.p/1'])
    expect(changed(256, 257)).toEqual(['tile/0/001.p/1'])
    expect(changed(65_535, 65_537)).toEqual(['tile/0/255', 'tile/0/256.p/1', 'tile/1/000', 'tile/2/000.p/1'])
  })
})

/** A log as a map of paths, written in steps of random length and reopened from its tiles now and then. */
async function writeLog(seed: number): Promise<Map<string, Uint8Array>> {
  const random = seededRandom(seed)
  const files = new Map<string, Uint8Array>()
  let writer = new TileWriter()
  while (writer.size < sizeMax) {
    const before = writer.size
    const end = Math.min(sizeMax, before + random(random(4) === 0 ? 3000 : 300))
    for (let index = before; index < end; index += 1) writer.append(hashOf(index))
    const taken = writer.takeTiles()
    const written = taken.map(({ tile }) => printTilePath(tile)).toSorted()
    expect(written).toEqual([...tilesOfGrowth(before, end)].map(printTilePath).toSorted())
    for (const { tile, bytes } of taken) files.set(printTilePath(tile), bytes)
    if (!isEqual(writer.root(), naive.hash(0, end))) expect.fail(`the root at ${end} is wrong`)
    if (random(3) === 0) writer = await TileWriter.restore(writer.size, readFrom(files))
  }
  return files
}

const readFrom =
  (files: ReadonlyMap<string, Uint8Array>): ReadTiles =>
  tiles =>
    Promise.resolve(tiles.map(tile => files.get(printTilePath(tile)) ?? new Uint8Array()))

describe('a log written in steps', () => {
  it('has the tiles of the definition, wherever it was reopened', async () => {
    const files = await writeLog(4)
    const wrong = [...files].filter(([path, bytes]) => !isEqual(bytes, tileByDefinition(parseTilePath(path))))
    expect(wrong.map(([path]) => path)).toEqual([])
    for (const tile of tilesOfGrowth(0, sizeMax)) expect(files.has(printTilePath(tile))).toBe(true)
  })

  it('proves from tiles, and reads each tile once for a batch', async () => {
    const files = await writeLog(5)
    const random = seededRandom(6)
    const root = naive.hash(0, sizeMax)
    let reads: string[] = []
    const read = nodesFromTiles(sizeMax, tiles => {
      reads.push(...tiles.map(printTilePath))
      return readFrom(files)(tiles)
    })
    const indices = [
      0,
      255,
      256,
      65_535,
      65_536,
      sizeMax - 1,
      ...Array.from({ length: 500 }, () => random(sizeMax)),
    ]
    const proofs = await proveInclusions(indices, sizeMax, read)
    const refused = indices.filter((index, place) => {
      const claim = { leafHash: hashOf(index), index, size: sizeMax, root }
      return !verifyInclusion(claim, proofs[place] ?? [])
    })
    expect(refused).toEqual([])
    expect(new Set(reads).size).toBe(reads.length)

    for (let oldSize = 1; oldSize <= sizeMax; oldSize += 1 + random(700)) {
      reads = []
      const proof = await proveConsistency(oldSize, sizeMax, read)
      const claim = { oldSize, oldRoot: naive.hash(0, oldSize), size: sizeMax, root }
      if (!verifyConsistency(claim, proof)) expect.fail(`the proof from ${oldSize} does not verify`)
      expect(new Set(reads).size).toBe(reads.length)
    }
    expect(hex(await readRoot(sizeMax, read))).toBe(hex(root))
  })
})

describe('reading tiles', () => {
  const size = 300
  const tile = (index: number): Uint8Array =>
    tileByDefinition({ level: 0, index, width: index === 0 ? 256 : size - 256 })

  it('a full tile may stand in for a partial one', async () => {
    const full = tileByDefinition({ level: 0, index: 1, width: 256 })
    const read = nodesFromTiles(size, tiles =>
      Promise.resolve(
        tiles.map(({ level, index }) => (index === 1 ? full : level === 0 ? tile(0) : naive.hash(0, 256))),
      ),
    )
    expect(hex(await readRoot(size, read))).toBe(hex(naive.hash(0, size)))
  })

  it('a tile of another length is refused', async () => {
    const read = nodesFromTiles(size, tiles => Promise.resolve(tiles.map(() => new Uint8Array(31))))
    await expect(readRoot(size, read)).rejects.toThrow(FormatError)
  })

  it('a root is rebuilt from a stream of level-0 tiles', async () => {
    expect(hex(await rebuildRoot(size, [tile(0), tile(1)]))).toBe(hex(naive.hash(0, size)))
    expect(hex(await rebuildRoot(0, []))).toBe(hex(naive.hash(0, 0)))
    const swapped = Buffer.concat([tile(0).subarray(32), tile(0).subarray(0, 32)])
    expect(hex(await rebuildRoot(size, [swapped, tile(1)]))).not.toBe(hex(naive.hash(0, size)))
  })

  it.each([
    ['too few', [tile(0)]],
    ['too many', [tile(0), tile(1), tile(1)]],
    ['a short one', [tile(0).subarray(32), tile(1)]],
    ['one that is not whole', [tile(0), tile(1).subarray(1)]],
  ])('%s of them are refused', async (_, tiles) => {
    await expect(rebuildRoot(size, tiles)).rejects.toThrow(FormatError)
  })

  it('a log is not continued from damaged tiles', async () => {
    await expect(TileWriter.restore(size, () => Promise.resolve([]))).rejects.toThrow(FormatError)
  })
})

describe('entry bundles', () => {
  const entries = [utf8('first'), new Uint8Array(), new Uint8Array(65_535).fill(7), utf8('last')]

  it('hold entries of any length after their length in two bytes', () => {
    const bytes = printEntryBundle(entries)
    expect(hex(bytes.subarray(0, 9))).toBe(`0005${hex(utf8('first'))}0000`)
    expect(parseEntryBundle(bytes, 4).map(entry => hex(leafHash(entry)))).toEqual(
      entries.map(entry => hex(leafHash(entry))),
    )
  })

  it('of another width, or cut off anywhere, are refused', () => {
    const bytes = printEntryBundle([utf8('first'), utf8('second')])
    expect(() => parseEntryBundle(bytes, 1)).toThrow(FormatError)
    expect(() => parseEntryBundle(bytes, 3)).toThrow(FormatError)
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => parseEntryBundle(bytes.subarray(0, length), 2)).toThrow(FormatError)
  })

  it('are not written from too many entries or one that is too long', () => {
    expect(() => printEntryBundle([])).toThrow(RangeError)
    expect(() => printEntryBundle(Array.from({ length: 257 }, () => new Uint8Array()))).toThrow(RangeError)
    expect(() => printEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})
