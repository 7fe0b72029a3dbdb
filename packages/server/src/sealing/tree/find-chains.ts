import { randomBytes } from 'node:crypto'
import { noPrevious } from '@parley/evidence'
import type { Tx } from '../../platform/db/pool.ts'
import type { Chain, LogTree } from './log-tree.ts'
import { addChains, chainsOf } from './queries.ts'

const tagBytes = 16

/** The chains of these owners. A new owner gets a random tag, which is all that is published of it. */
export async function findChains(
  tx: Tx,
  tree: LogTree,
  ownerIds: readonly number[],
): Promise<Map<number, Chain>> {
  const chains = new Map<number, Chain>()
  const unknown: number[] = []
  for (const ownerId of new Set(ownerIds)) {
    const chain = tree.chainOf(ownerId)
    if (chain) chains.set(ownerId, chain)
    else unknown.push(ownerId)
  }
  if (unknown.length === 0) return chains
  const untagged: number[] = []
  for (const { ownerId, tag, seq, leafHash } of await chainsOf(tx, [unknown])) {
    const known = tag ?? randomBytes(tagBytes)
    if (tag === null) untagged.push(ownerId)
    chains.set(ownerId, { tag: known, seq: seq ?? 0, hash: leafHash ?? noPrevious })
  }
  if (untagged.length > 0)
    await addChains(tx, [untagged, Buffer.concat(untagged.map(id => chains.get(id)?.tag ?? noPrevious))])
  return chains
}
