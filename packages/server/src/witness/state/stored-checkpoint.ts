import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Checkpoint,
  type NoteSignature,
  parseCheckpoint,
  printNote,
  type VerifierKey,
  verifyNote,
} from '@parley/evidence'
import { writeDurably } from '../../platform/files/write-durably.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type CosignerRole, checkpointFiles, noCheckpoint } from './checkpoint-files.ts'
import type { KnownLog } from './known-log.ts'

/**
 * Reads the latest cosigned checkpoint. A witness that forgot one could be led to cosign a second history, so a file that is
 * missing, torn or changed stops it. Its own cosignature is the checksum.
 */
export async function readStoredCheckpoint(
  { folder, origin, keys }: KnownLog,
  role: CosignerRole,
  own: VerifierKey,
): Promise<Checkpoint | undefined> {
  const path = join(folder, checkpointFiles[role])
  try {
    const bytes = await readFile(path)
    if (bytes.toString() === noCheckpoint) return undefined
    const checkpoint = parseCheckpoint(bytes)
    const isOwn = verifyNote(checkpoint.note, [own]).verified.length === 1
    const isOfLog = verifyNote(checkpoint.note, keys).verified.length > 0
    if (!isOwn || !isOfLog || checkpoint.head.origin !== origin)
      throw new Error('the signatures do not verify')
    return checkpoint
  } catch (error) {
    throw new Problem(
      'conflict',
      `${path} is missing or damaged, so this witness no longer knows what it cosigned for ${origin}. Restore the file from a copy of the disk that is not older. If there is none, end this witness and create another with a new key: parley witness init`,
      { cause: error },
    )
  }
}

/** Keeps the signatures of the log's known keys, and the cosignature. Returns when they are on disk. */
export async function storeCheckpoint(
  { folder, keys }: KnownLog,
  role: CosignerRole,
  { head, note }: Checkpoint,
  cosignatures: readonly NoteSignature[],
): Promise<Checkpoint> {
  const ofLog = note.signatures.filter(({ name, keyId }) =>
    keys.some(key => key.name === name && key.id === keyId),
  )
  const stored = { head, note: { text: note.text, signatures: [...ofLog, ...cosignatures] } }
  await writeDurably(join(folder, checkpointFiles[role]), printNote(stored.note))
  return stored
}
