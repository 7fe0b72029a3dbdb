import { equalBytes } from '../bytes/bytes.ts'
import { placeOf } from '../tiles/nodes-from-tiles.ts'
import { partialTiles, type Tile, tileAt, tileWidth } from '../tiles/tile.ts'
import { printTilePath } from '../tiles/tile-path.ts'
import { emptyRoot, hashBytes, subtreeHash } from '../tree/hashes.ts'
import { joinHashes, type Node, nodesOf } from '../tree/nodes.ts'

/** A tile that is missing or is not of the tree. */
export class UnprovenTile extends Error {
  override readonly name = 'UnprovenTile'
}

export type ReadTile = (path: string, bytesMax: number) => Promise<Uint8Array | undefined>

/**
 * Tiles of a tree whose root is known. A tile is believed only if its hash stands in the tile above it, and so on up to the
 * root. One tile of each level is kept, so whoever asks for leaves in rising order reads and hashes each tile once.
 */
export class ProvenTiles {
  readonly #size: number
  readonly #read: ReadTile
  readonly #edges = new Map<number, KeptTile>()
  readonly #recent = new Map<number, KeptTile>()

  private constructor(size: number, read: ReadTile) {
    this.#size = size
    this.#read = read
  }

  /** Throws UnprovenTile if the tiles at the right edge do not give the root. */
  static async open(size: number, root: Uint8Array, read: ReadTile): Promise<ProvenTiles> {
    const tiles = new ProvenTiles(size, read)
    for (const tile of partialTiles(size))
      tiles.#edges.set(Number(tile.level), { index: tile.index, hashes: await tiles.#load(tile) })
    const found = size === 0 ? emptyRoot : joinHashes(nodesOf(0, size).map(node => tiles.#edgeNode(node)))
    if (!equalBytes(found, root))
      throw new UnprovenTile('The tiles do not give the root that the checkpoint has.')
    return tiles
  }

  /** The leaf hashes of a tile. */
  async leaves(index: number): Promise<Uint8Array> {
    return this.#tile(0, index)
  }

  /** The root that the tree had when it was smaller. */
  async rootAt(size: number): Promise<Uint8Array> {
    if (size === 0) return emptyRoot
    const hashes: Uint8Array[] = []
    for (const node of nodesOf(0, size)) {
      const { tile, offset, height } = placeOf(node, this.#size)
      hashes.push(subtreeHash(partOf(await this.#tile(Number(tile.level), tile.index), offset, height)))
    }
    return joinHashes(hashes)
  }

  #edgeNode(node: Node): Uint8Array {
    const { tile, offset, height } = placeOf(node, this.#size)
    const edge = this.#edges.get(Number(tile.level))
    if (edge?.index !== tile.index) throw new RangeError('A root consists of nodes at the right edge')
    return subtreeHash(partOf(edge.hashes, offset, height))
  }

  async #tile(level: number, index: number): Promise<Uint8Array> {
    const known = [this.#edges.get(level), this.#recent.get(level)].find(kept => kept?.index === index)
    if (known) return known.hashes
    const tile = tileAt(level, index, this.#size)
    if (tile.width !== tileWidth) throw new RangeError(`A tree of ${this.#size} leaves has no tile ${index}`)
    const hashes = await this.#load(tile)
    const above = await this.#tile(level + 1, Math.floor(index / tileWidth))
    if (!equalBytes(subtreeHash(hashes), partOf(above, index % tileWidth, 0)))
      throw new UnprovenTile(`The file ${printTilePath(tile)} is not of this log.`)
    this.#recent.set(level, { index, hashes })
    return hashes
  }

  async #load(tile: Tile): Promise<Uint8Array> {
    const path = printTilePath(tile)
    const hashes = await this.#read(path, tileWidth * hashBytes)
    if (!hashes) throw new UnprovenTile(`The file ${path} is missing.`)
    if (hashes.length !== tile.width * hashBytes)
      throw new UnprovenTile(`The file ${path} has the wrong length.`)
    return hashes
  }
}

interface KeptTile {
  readonly index: number
  readonly hashes: Uint8Array
}

const partOf = (hashes: Uint8Array, offset: number, height: number): Uint8Array =>
  hashes.subarray(offset * hashBytes, (offset + 2 ** height) * hashBytes)
