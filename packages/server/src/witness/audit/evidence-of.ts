import {
  type Checkpoint,
  leafHash,
  printNote,
  printProofFile,
  proveInclusions,
  tileWidth,
  verifyInclusion,
} from '@parley/evidence'
import type { BrokenChain } from './follow-log.ts'
import { type LogReader, UnreadableLogError } from './log-reader.ts'

/**
 * What shows a broken chain to others: the signed checkpoint, the leaf, the leaf before it in its chain, and for both a proof that
 * they are in the log. A log that no longer serves its tiles does not escape: the finding stands without the proofs.
 */
export async function evidenceOf(
  broken: BrokenChain,
  checkpoint: Checkpoint,
  reader: LogReader,
): Promise<Record<string, unknown>> {
  const { break: found, leaf, before } = broken
  const indices = [...(before ? [before.index] : []), found.index]
  return {
    break: found,
    checkpoint: Buffer.from(printNote(checkpoint.note)).toString(),
    leaf: Buffer.from(leaf).toString('base64'),
    before: before && {
      seq: before.seq,
      index: before.index,
      leafHash: Buffer.from(before.hash).toString('base64'),
    },
    leaves: await prove(indices, checkpoint, reader).catch((error: unknown) => {
      if (error instanceof UnreadableLogError) return null
      throw error
    }),
  }
}

async function prove(indices: readonly number[], checkpoint: Checkpoint, reader: LogReader) {
  const { size, root } = checkpoint.head
  const proofs = await proveInclusions(indices, size, reader.nodes(size))
  return Promise.all(
    indices.map(async (index, at) => {
      const proof = proofs[at] ?? []
      const entries = await reader.entries(Math.floor(index / tileWidth), size)
      const entry = entries[index % tileWidth] ?? new Uint8Array()
      if (!verifyInclusion({ leafHash: leafHash(entry), index, size, root }, proof))
        throw new UnreadableLogError('The proof of a leaf does not verify.')
      const file = printProofFile({ extra: undefined, index, proof, checkpoint })
      return { index, leaf: Buffer.from(entry).toString('base64'), proof: Buffer.from(file).toString() }
    }),
  )
}
