import { nodeHash } from './hashes.ts'

/** The root of the complete subtree over leaves [index * 2^level, (index + 1) * 2^level). */
export interface Node {
  readonly level: number
  readonly index: number
}

/** Reads node hashes, all of one proof in one call, so that a reader over tiles reads each tile once. */
export type ReadNodes = (nodes: readonly Node[]) => Promise<readonly Uint8Array[]>

/** Bit operators work on 32 bits; sizes have 53. */
export const half = (value: number): number => Math.floor(value / 2)
export const isOdd = (value: number): boolean => value % 2 === 1

function floorLog2(value: number): number {
  const high = Math.floor(value / 2 ** 32)
  return high > 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(value)
}

/** Where RFC 6962 splits a tree of two or more leaves: the largest power of two below its size. */
export const splitOf = (size: number): number => 2 ** floorLog2(size - 1)

/** The complete subtrees that make up leaves [start, end), largest first. The range must be a subtree of an RFC 6962 tree. */
export function nodesOf(start: number, end: number): Node[] {
  const nodes: Node[] = []
  for (let from = start; from < end; ) {
    const level = floorLog2(end - from)
    nodes.push({ level, index: from / 2 ** level })
    from += 2 ** level
  }
  return nodes
}

/**
 * On which side of the path each sibling of a proof stands, from the node up to the root of a tree whose last node on the same level
 * is `last` (RFC 9162, sections 2.1.3.2 and 2.1.4.2). Undefined if the path has another length.
 */
export function sidesOf(node: number, last: number, siblings: number): ('left' | 'right')[] | undefined {
  const sides: ('left' | 'right')[] = []
  let place = node
  let end = last
  while (sides.length < siblings) {
    if (end === 0) return undefined
    if (isOdd(place) || place === end) {
      sides.push('left')
      while (!isOdd(place) && place !== 0) {
        place = half(place)
        end = half(end)
      }
    } else {
      sides.push('right')
    }
    place = half(place)
    end = half(end)
  }
  return end === 0 ? sides : undefined
}

/** The hash of a range from the hashes of its complete subtrees, largest first. */
export const joinHashes = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => nodeHash(left, right))

/** Reads several ranges in one batch, and returns one hash for each. */
export async function readRanges(
  ranges: readonly (readonly Node[])[],
  read: ReadNodes,
): Promise<Uint8Array[]> {
  const nodes = ranges.flat()
  const hashes = nodes.length > 0 ? await read(nodes) : []
  if (hashes.length !== nodes.length) throw new RangeError('The reader returned another number of hashes')
  let start = 0
  return ranges.map(range => joinHashes(hashes.slice(start, (start += range.length))))
}

export const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
