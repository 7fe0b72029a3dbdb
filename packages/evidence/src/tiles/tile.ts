import { isSize } from '../tree/nodes.ts'

/** Hashes of a full tile, and entries of a full bundle. */
export const tileWidth = 256

/** A tile of a tlog-tiles log, or at level `entries` a bundle of entries. A width below 256 makes it a partial tile. */
export interface Tile {
  readonly level: number | 'entries'
  readonly index: number
  readonly width: number
}

export interface TileContent {
  readonly tile: Tile
  readonly bytes: Uint8Array
}

/** Reads tiles in one batch. Where a partial tile is gone, its full tile may be returned. */
export type ReadTiles = (tiles: readonly Tile[]) => Promise<readonly Uint8Array[]>

/** Hashes that a whole level of tiles holds. */
export const hashesAtLevel = (level: number, size: number): number => Math.floor(size / tileWidth ** level)

/** Tile of a tree, with the width that it has at this tree size. */
export const tileAt = (level: number, index: number, size: number): Tile => ({
  level,
  index,
  width: Math.min(tileWidth, hashesAtLevel(level, size) - index * tileWidth),
})

/** Tiles that a growth of the tree adds or widens, level by level, each with its new width. */
export function* tilesOfGrowth(oldSize: number, size: number): Generator<Tile> {
  if (!isSize(oldSize) || !isSize(size) || oldSize > size)
    throw new RangeError(`A tree cannot grow from ${oldSize} to ${size} leaves`)
  for (let level = 0; hashesAtLevel(level, size) > hashesAtLevel(level, oldSize); level += 1) {
    const end = hashesAtLevel(level, size) / tileWidth
    for (let index = Math.floor(hashesAtLevel(level, oldSize) / tileWidth); index < end; index += 1)
      yield tileAt(level, index, size)
  }
}

/** The partial tiles of a tree: the only ones that its next leaves change. */
export function partialTiles(size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; hashesAtLevel(level, size) > 0; level += 1) {
    const tile = tileAt(level, Math.floor(hashesAtLevel(level, size) / tileWidth), size)
    if (tile.width > 0) tiles.push(tile)
  }
  return tiles
}
