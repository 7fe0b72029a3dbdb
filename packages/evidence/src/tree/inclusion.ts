import { equalBytes } from '../bytes/bytes.ts'
import { hashBytes, nodeHash } from './hashes.ts'
import { isSize, type Node, nodesOf, type ReadNodes, readRanges, sidesOf, splitOf } from './nodes.ts'

/** Proof hashes for each leaf, from its sibling up (RFC 6962, section 2.1.1). All proofs are read in one batch. */
export async function proveInclusions(
  indices: readonly number[],
  size: number,
  read: ReadNodes,
): Promise<Uint8Array[][]> {
  const plans = indices.map(index => planInclusion(index, size))
  const hashes = await readRanges(plans.flat(), read)
  let start = 0
  return plans.map(plan => hashes.slice(start, (start += plan.length)))
}

export async function proveInclusion(index: number, size: number, read: ReadNodes): Promise<Uint8Array[]> {
  return readRanges(planInclusion(index, size), read)
}

function planInclusion(index: number, size: number): Node[][] {
  if (!isSize(size) || !isSize(index) || index >= size)
    throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`)
  const siblings: Node[][] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      siblings.push(nodesOf(middle, end))
      end = middle
    } else {
      siblings.push(nodesOf(start, middle))
      start = middle
    }
  }
  return siblings.toReversed()
}

export interface InclusionClaim {
  readonly leafHash: Uint8Array
  readonly index: number
  readonly size: number
  readonly root: Uint8Array
}

/** Whether the proof shows that the tree has this leaf at this index. */
export function verifyInclusion(claim: InclusionClaim, proof: readonly Uint8Array[]): boolean {
  const { leafHash, index, size, root } = claim
  if (!isSize(size) || !isSize(index) || index >= size) return false
  if (leafHash.length !== hashBytes || proof.some(({ length }) => length !== hashBytes)) return false
  const sides = sidesOf(index, size - 1, proof.length)
  if (!sides) return false
  let hash = leafHash
  for (const [at, sibling] of proof.entries()) {
    hash = sides[at] === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
  }
  return equalBytes(hash, root)
}
