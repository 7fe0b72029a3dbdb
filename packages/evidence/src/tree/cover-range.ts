import type { Node } from './nodes.ts'

/** The largest complete subtrees, at their places in the tree, that leaves [start, end) consist of, from left to right. */
export function* coverRange(start: number, end: number): Generator<Node, void> {
  for (let from = start; from < end; ) {
    let level = 0
    let width = 1
    while (from % (width * 2) === 0 && from + width * 2 <= end) {
      level += 1
      width *= 2
    }
    yield { level, index: from / width }
    from += width
  }
}
