import { equalBytes } from '../bytes/bytes.ts'
import { emptyRoot, hashBytes, nodeHash } from './hashes.ts'
import {
  half,
  isOdd,
  isSize,
  type Node,
  nodesOf,
  type ReadNodes,
  readRanges,
  sidesOf,
  splitOf,
} from './nodes.ts'

/** Proof that the tree of the old size is the beginning of the tree of the new size (RFC 6962, section 2.1.2). */
export async function proveConsistency(
  oldSize: number,
  size: number,
  read: ReadNodes,
): Promise<Uint8Array[]> {
  if (!isSize(size) || !isSize(oldSize) || oldSize > size)
    throw new RangeError(`A tree of ${size} leaves has no earlier tree of ${oldSize}`)
  return oldSize === 0 ? [] : readRanges(planConsistency(oldSize, size), read)
}

function planConsistency(oldSize: number, size: number): Node[][] {
  const siblings: Node[][] = []
  let start = 0
  let end = size
  while (end !== oldSize) {
    const middle = start + splitOf(end - start)
    if (oldSize <= middle) {
      siblings.push(nodesOf(middle, end))
      end = middle
    } else {
      siblings.push(nodesOf(start, middle))
      start = middle
    }
  }
  // From the first leaf on it is the old tree itself, whose root the verifier has.
  if (start > 0) siblings.push(nodesOf(start, end))
  return siblings.toReversed()
}

export interface ConsistencyClaim {
  readonly oldSize: number
  readonly oldRoot: Uint8Array
  readonly size: number
  readonly root: Uint8Array
}

/** Whether the proof shows that the old tree is the beginning of the new one: the algorithm of RFC 9162, section 2.1.4.2. */
export function verifyConsistency(claim: ConsistencyClaim, proof: readonly Uint8Array[]): boolean {
  const { oldSize, oldRoot, size, root } = claim
  if (!isSize(size) || !isSize(oldSize) || oldSize > size) return false
  if (proof.some(({ length }) => length !== hashBytes)) return false
  if (size === 0 && !equalBytes(root, emptyRoot)) return false
  if (oldSize === 0) return proof.length === 0 && equalBytes(oldRoot, emptyRoot)
  if (oldSize === size) return proof.length === 0 && equalBytes(oldRoot, root)

  let node = oldSize - 1
  let last = size - 1
  while (isOdd(node)) {
    node = half(node)
    last = half(last)
  }
  // A node of zero means that the old tree is complete, and so a node of the new tree.
  const path = node === 0 ? [oldRoot, ...proof] : proof
  const [first, ...siblings] = path
  if (first?.length !== hashBytes) return false
  const sides = sidesOf(node, last, siblings.length)
  if (!sides) return false
  let oldHash = first
  let hash = first
  for (const [at, sibling] of siblings.entries()) {
    const isLeft = sides[at] === 'left'
    if (isLeft) oldHash = nodeHash(sibling, oldHash)
    hash = isLeft ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  }
  return equalBytes(oldHash, oldRoot) && equalBytes(hash, root)
}
