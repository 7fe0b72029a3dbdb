import { FormatError } from '../format-error.ts'
import { CompactRange } from '../tree/compact-range.ts'
import { tileAt } from './tile.ts'
import { parseTileHashes } from './tile-hashes.ts'

/** The root of a log from its level-0 tiles in order. Holds one tile at a time. */
export async function rebuildRoot(
  size: number,
  tiles: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array> {
  const range = new CompactRange()
  let index = 0
  for await (const bytes of tiles) {
    if (range.size === size) throw new FormatError(`A log of ${size} leaves has more tiles than it needs.`)
    for (const hash of parseTileHashes(bytes, tileAt(0, index, size))) range.append(hash)
    index += 1
  }
  if (range.size !== size) throw new FormatError(`The tiles end after ${range.size} of ${size} leaves.`)
  return range.root()
}
