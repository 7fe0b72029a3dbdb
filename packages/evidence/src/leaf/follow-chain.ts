import { equalBytes } from '../bytes/bytes.ts'
import { FormatError } from '../format-error.ts'
import { leafHash } from '../tree/hashes.ts'
import { decodeLeaf, type Leaf, noPrevious } from './leaf.ts'

/** How far a chain has been followed. */
export interface ChainPosition {
  readonly tag: Uint8Array
  /** Zero before the first leaf. */
  readonly seq: number
  /** Leaf hash of the last link. */
  readonly hash: Uint8Array
  /** Index of the last leaf in the log; -1 before the first, and in a log that the chain has just moved to. */
  readonly index: number
}

export interface ChainLeaf {
  readonly index: number
  readonly bytes: Uint8Array
}

/** The first leaf that does not continue its chain, and why. */
export type ChainBreak =
  | { readonly kind: 'malformed'; readonly index: number; readonly reason: string }
  | { readonly kind: 'foreign'; readonly index: number }
  | { readonly kind: 'disordered'; readonly index: number; readonly previousIndex: number }
  /** Leaves are missing: the next one has a later number. */
  | { readonly kind: 'gap'; readonly index: number; readonly expectedSeq: number; readonly seq: number }
  /** A number was used before: the chain was forked, or a leaf is there twice. */
  | { readonly kind: 'repeated'; readonly index: number; readonly expectedSeq: number; readonly seq: number }
  /** The leaf follows another leaf than the one before it. */
  | { readonly kind: 'unlinked'; readonly index: number; readonly seq: number }
  /** A head statement names another end of the chain. */
  | {
      readonly kind: 'contradicted'
      readonly index: number
      readonly seq: number
      readonly statedSeq: number
    }

export interface FollowedChain {
  /** After the last leaf that continues the chain. */
  readonly position: ChainPosition
  readonly break: ChainBreak | undefined
}

export const startOfChain = (tag: Uint8Array): ChainPosition => ({ tag, seq: 0, hash: noPrevious, index: -1 })

/**
 * Follows a chain from a known position. It proves nothing alone: every leaf needs an inclusion proof of its own as well, or
 * somebody could show a chain that is not in the log.
 */
export function followChain(start: ChainPosition, leaves: Iterable<ChainLeaf>): FollowedChain {
  let position = start
  for (const leaf of leaves) {
    const next = step(position, leaf)
    if ('kind' in next) return { position, break: next }
    position = next
  }
  return { position, break: undefined }
}

function step(position: ChainPosition, { index, bytes }: ChainLeaf): ChainPosition | ChainBreak {
  const leaf = decode(bytes)
  if (typeof leaf === 'string') return { kind: 'malformed', index, reason: leaf }
  if (!equalBytes(leaf.tag, position.tag)) return { kind: 'foreign', index }
  if (index <= position.index) return { kind: 'disordered', index, previousIndex: position.index }
  return leaf.type === 'head'
    ? (contradictionOf(position, leaf, index) ?? { ...position, index })
    : (breakOf(position, leaf, index) ?? {
        tag: position.tag,
        seq: leaf.seq,
        hash: leafHash(bytes),
        index,
      })
}

function decode(bytes: Uint8Array): Leaf | string {
  try {
    return decodeLeaf(bytes)
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

function contradictionOf(position: ChainPosition, leaf: Leaf, index: number): ChainBreak | undefined {
  const agrees = leaf.seq === position.seq && equalBytes(leaf.previous, position.hash)
  return agrees ? undefined : { kind: 'contradicted', index, seq: position.seq, statedSeq: leaf.seq }
}

function breakOf(position: ChainPosition, { seq, previous }: Leaf, index: number): ChainBreak | undefined {
  const expectedSeq = position.seq + 1
  if (seq > expectedSeq) return { kind: 'gap', index, expectedSeq, seq }
  if (seq < expectedSeq) return { kind: 'repeated', index, expectedSeq, seq }
  return equalBytes(previous, position.hash) ? undefined : { kind: 'unlinked', index, seq }
}
