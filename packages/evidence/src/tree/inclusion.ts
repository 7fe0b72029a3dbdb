import { equalBytes } from '../bytes/bytes.ts'
import { hashBytes, nodeHash } from './hashes.ts'
import { half, isOdd, isSize, type Node, nodesOf, type ReadNodes, readRanges, splitOf } from './nodes.ts'

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
  const root = rootOfInclusion(claim, proof)
  return root !== undefined && equalBytes(root, claim.root)
}

/** The algorithm of RFC 9162, section 2.1.3.2. */
function rootOfInclusion(
  { leafHash, index, size }: InclusionClaim,
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!isSize(size) || !isSize(index) || index >= size) return undefined
  if (leafHash.length !== hashBytes || proof.some(({ length }) => length !== hashBytes)) return undefined
  let node = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    if (last === 0) return undefined
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    node = half(node)
    last = half(last)
  }
  return last === 0 ? hash : undefined
}
