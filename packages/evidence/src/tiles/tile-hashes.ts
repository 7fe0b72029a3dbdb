import { FormatError } from '../format-error.ts'
import { hashBytes } from '../tree/hashes.ts'
import { type Tile, tileWidth } from './tile.ts'

/** The hashes of a tile. A full tile may stand in for a partial one; what it has more is ignored. */
export function parseTileHashes(bytes: Uint8Array, { width }: Tile): Uint8Array[] {
  if (bytes.length !== width * hashBytes && bytes.length !== tileWidth * hashBytes)
    throw new FormatError(`A tile of width ${width} has ${bytes.length} bytes.`)
  return Array.from({ length: width }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  )
}
