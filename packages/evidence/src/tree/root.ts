import { CompactRange } from './compact-range.ts'
import { emptyRoot } from './hashes.ts'
import { isSize, nodesOf, type ReadNodes, readRanges } from './nodes.ts'

export function rootOf(leafHashes: Iterable<Uint8Array>): Uint8Array {
  const range = new CompactRange()
  for (const hash of leafHashes) range.append(hash)
  return range.root()
}

/** The root of the tree of this size, from the nodes of this or any larger tree. */
export async function readRoot(size: number, read: ReadNodes): Promise<Uint8Array> {
  if (!isSize(size)) throw new RangeError('A tree has fewer than 2^53 leaves')
  if (size === 0) return emptyRoot
  const [root = emptyRoot] = await readRanges([nodesOf(0, size)], read)
  return root
}
