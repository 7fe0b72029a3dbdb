import {
  nodesFromTiles,
  parseCheckpoint,
  parseEntryBundle,
  printProofFile,
  proveInclusion,
  tileWidth,
} from '@parley/evidence'
import type { Queryable } from '../../platform/db/pool.ts'
import { LogDirectory } from '../publish/log-directory.ts'
import { indexOfEntry } from './queries.ts'

export type EntryProof =
  | { readonly kind: 'proved'; readonly logIndex: number; readonly size: number; readonly file: Uint8Array }
  | { readonly kind: 'not_in_log' }
  /** No signed checkpoint covers it yet. */
  | { readonly kind: 'not_signed'; readonly logIndex: number }

/** A file that proves offline that the entry is in the log (c2sp.org/tlog-proof). Its extra data is the leaf. */
export async function proveEntry(
  database: Queryable,
  publishedAt: string,
  entryId: number,
): Promise<EntryProof> {
  const [found] = await indexOfEntry(database, [entryId])
  if (!found) return { kind: 'not_in_log' }
  const { logIndex } = found
  const directory = new LogDirectory(publishedAt)
  const note = await directory.readCheckpoint()
  if (!note) return { kind: 'not_signed', logIndex }
  const checkpoint = parseCheckpoint(note)
  const { size } = checkpoint.head
  if (logIndex >= size) return { kind: 'not_signed', logIndex }
  const proof = await proveInclusion(logIndex, size, nodesFromTiles(size, directory.readTiles))
  const extra = await readLeaf(directory, logIndex, size)
  return {
    kind: 'proved',
    logIndex,
    size,
    file: printProofFile({ extra, index: logIndex, proof, checkpoint }),
  }
}

async function readLeaf(directory: LogDirectory, logIndex: number, size: number): Promise<Uint8Array> {
  const index = Math.floor(logIndex / tileWidth)
  const width = Math.min(tileWidth, size - index * tileWidth)
  const [bundle = new Uint8Array()] = await directory.readTiles([{ level: 'entries', index, width }])
  const [leaf] = parseEntryBundle(bundle, width).slice(logIndex % tileWidth)
  if (!leaf) throw new Error(`The published log has no leaf ${logIndex}`)
  return leaf
}
