import { coverRange } from '../tree/cover-range.ts'
import type { Node } from '../tree/nodes.ts'

export type ProofStep =
  /** The hash of this leaf comes next. */
  | { readonly kind: 'leaf'; readonly index: number }
  /** The hash of this subtree, which contains none of the leaves, comes next. */
  | { readonly kind: 'node'; readonly node: Node }
  /** The tree of this size is complete. */
  | { readonly kind: 'size'; readonly size: number }

/**
 * What the proof of a bundle consists of, from the first leaf of the tree to the last: the leaves that it proves, and the fewest hashes that fill the gaps
 * between them. A tree that was smaller is complete on the way, so no hash stands for leaves on both sides of its end. Indices and sizes rise.
 */
export function* proofSteps(
  size: number,
  indices: Iterable<number>,
  earlierSizes: Iterable<number>,
): Generator<ProofStep, void> {
  const sizes = earlierSizes[Symbol.iterator]()
  let nextSize = sizes.next()
  let at = 0
  function* fill(end: number): Generator<ProofStep, void> {
    while (!nextSize.done && nextSize.value <= end) {
      for (const node of coverRange(at, nextSize.value)) yield { kind: 'node', node }
      at = nextSize.value
      yield { kind: 'size', size: at }
      nextSize = sizes.next()
    }
    for (const node of coverRange(at, end)) yield { kind: 'node', node }
    at = end
  }
  for (const index of indices) {
    if (index > at || (!nextSize.done && nextSize.value <= index)) yield* fill(index)
    yield { kind: 'leaf', index }
    at = index + 1
  }
  yield* fill(size)
}
