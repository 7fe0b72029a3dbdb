import { placeOf } from '../tiles/nodes-from-tiles.ts'
import { hashesAtLevel, type Tile, tileAt, tileWidth } from '../tiles/tile.ts'
import { nodesOf } from '../tree/nodes.ts'

/**
 * The tiles that prove leaves and earlier trees of a log of this size: the tile of each leaf, the tiles above it, and those at
 * the right edge. Leaves are given by their level-0 tile, in rising order.
 */
export function* neededTiles(
  size: number,
  leafTiles: Iterable<number>,
  earlierSizes: readonly number[],
): Generator<Tile, void> {
  const earlier = new Map<number, Set<number>>()
  for (const node of earlierSizes.flatMap(each => nodesOf(0, each))) {
    const { tile } = placeOf(node, size)
    const level = Number(tile.level)
    earlier.set(level, (earlier.get(level) ?? new Set<number>()).add(tile.index))
  }
  let wanted = new Set(leafTiles)
  for (let level = 0; hashesAtLevel(level, size) > 0; level += 1) {
    for (const index of earlier.get(level) ?? []) wanted.add(index)
    const edge = Math.floor(hashesAtLevel(level, size) / tileWidth)
    if (hashesAtLevel(level, size) % tileWidth > 0) wanted.add(edge)
    const indices = [...wanted].toSorted((one, other) => one - other)
    for (const index of indices) yield tileAt(level, index, size)
    wanted = new Set(indices.filter(index => index < edge).map(index => Math.floor(index / tileWidth)))
  }
}
