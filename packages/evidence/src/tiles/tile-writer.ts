import { CompactRange } from '../tree/compact-range.ts'
import { hashBytes } from '../tree/hashes.ts'
import { nodesOf } from '../tree/nodes.ts'
import { nodesFromTiles } from './nodes-from-tiles.ts'
import { hashesAtLevel, partialTiles, type ReadTiles, type TileContent, tileAt, tileWidth } from './tile.ts'
import { parseTileHashes } from './tile-hashes.ts'

/** Levels of the tree between one level of tiles and the next. */
const tileHeight = 8

/** Appends leaves to a log and returns the tiles that they change. Every node is hashed once, for the root and the tiles alike. */
export class TileWriter {
  #range = new CompactRange()
  #takenSize = 0
  #full: TileContent[] = []
  /** The tile that is being filled at each level. */
  readonly #edges: Uint8Array[] = []

  /** Continues a log from its partial tiles. The caller compares the root with the one that it signed. */
  static async restore(size: number, readTiles: ReadTiles): Promise<TileWriter> {
    const tiles = partialTiles(size)
    const contents = tiles.length > 0 ? await readTiles(tiles) : []
    const known = new Map(tiles.map(({ level }, index) => [level, contents[index] ?? new Uint8Array()]))
    const readKnown: ReadTiles = wanted =>
      Promise.resolve(wanted.map(({ level }) => known.get(level) ?? new Uint8Array()))
    const nodes = nodesOf(0, size)
    const peaks = nodes.length > 0 ? await nodesFromTiles(size, readKnown)(nodes) : []
    const writer = new TileWriter()
    writer.#range = CompactRange.fromPeaks(size, peaks)
    writer.#takenSize = size
    for (const tile of tiles) {
      const bytes = known.get(tile.level) ?? new Uint8Array()
      for (const [offset, hash] of parseTileHashes(bytes, tile).entries())
        writer.#edge(Number(tile.level)).set(hash, offset * hashBytes)
    }
    return writer
  }

  get size(): number {
    return this.#range.size
  }

  root(): Uint8Array {
    return this.#range.root()
  }

  append(leafHash: Uint8Array): void {
    this.#range.append(leafHash, (level, index, hash) => {
      if (level % tileHeight === 0) this.#put(level / tileHeight, index, hash)
    })
  }

  /** Tiles that changed since the last call: those that are full now, and the partial ones at the end of each level. */
  takeTiles(): TileContent[] {
    const full = this.#full
    this.#full = []
    const changed = partialTiles(this.size).filter(
      ({ level }) => hashesAtLevel(Number(level), this.size) > hashesAtLevel(Number(level), this.#takenSize),
    )
    this.#takenSize = this.size
    const partial = changed.map(tile => ({
      tile,
      bytes: new Uint8Array(this.#edge(Number(tile.level)).subarray(0, tile.width * hashBytes)),
    }))
    return [...full, ...partial]
  }

  #put(level: number, index: number, hash: Uint8Array): void {
    const edge = this.#edge(level)
    edge.set(hash, (index % tileWidth) * hashBytes)
    if (index % tileWidth < tileWidth - 1) return
    const tile = tileAt(level, Math.floor(index / tileWidth), (index + 1) * tileWidth ** level)
    this.#full.push({ tile, bytes: edge })
    this.#edges[level] = newTile()
  }

  #edge(level: number): Uint8Array {
    return (this.#edges[level] ??= newTile())
  }
}

const newTile = (): Uint8Array => new Uint8Array(tileWidth * hashBytes)
