import { nodeHash } from '../tree/hashes.ts'
import type { Node, ReadNodes } from '../tree/nodes.ts'
import { type ReadTiles, type Tile, tileAt, tileWidth } from './tile.ts'
import { parseTileHashes } from './tile-hashes.ts'

/** Levels of the tree that one tile spans. */
const tileHeight = 8

/** Where the hashes below a node stand in a tile. */
interface Place {
  readonly tile: Tile
  readonly height: number
  readonly offset: number
}

/**
 * Reads nodes of a tree of this size from its tiles, each tile once for a batch. Nothing is checked against a root: whoever
 * verifies the proof does that.
 */
export function nodesFromTiles(size: number, readTiles: ReadTiles): ReadNodes {
  return async nodes => {
    const places = nodes.map(node => placeOf(node, size))
    const tiles = [...new Map(places.map(({ tile }) => [keyOf(tile), tile])).values()]
    const contents = await readTiles(tiles)
    if (contents.length !== tiles.length) throw new RangeError('The reader returned another number of tiles')
    const hashers = new Map(
      tiles.map((tile, index) => [keyOf(tile), hasherOf(parseTileHashes(contents[index] ?? empty, tile))]),
    )
    return places.map(({ tile, height, offset }) => hashers.get(keyOf(tile))?.(height, offset) ?? empty)
  }
}

const empty = new Uint8Array()
const keyOf = ({ level, index }: Tile): string => `${level}/${index}`

function placeOf({ level, index }: Node, size: number): Place {
  const height = level % tileHeight
  const first = index * 2 ** height
  const tile = tileAt(Math.floor(level / tileHeight), Math.floor(first / tileWidth), size)
  const offset = first % tileWidth
  if (offset + 2 ** height > tile.width) throw new RangeError(`A tree of ${size} leaves has no such node`)
  return { tile, height, offset }
}

/** Nodes inside a tile. Each is hashed once, however many proofs of a batch need it. */
function hasherOf(hashes: readonly Uint8Array[]): (height: number, offset: number) => Uint8Array {
  const known: Uint8Array[] = []
  const hash = (height: number, offset: number): Uint8Array => {
    if (height === 0) return hashes[offset] ?? empty
    const key = height * tileWidth + offset
    known[key] ??= nodeHash(hash(height - 1, offset), hash(height - 1, offset + 2 ** (height - 1)))
    return known[key]
  }
  return hash
}
