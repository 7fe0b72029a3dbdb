import { hash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory, writeDurably } from '../../platform/files/write-durably.ts'
import type { KnownLog } from './known-log.ts'
import { exists } from './witness-directory.ts'

/** A log that misbehaves could fill the disk. The first finding is the one that matters. */
const filesMax = 100

/**
 * Keeps what proves that a log misbehaved, once for each content. Returns the path, or undefined if the log has too many
 * already. The time is no part of the name: the same finding again is the same file.
 */
export async function keepEvidence(
  directory: string,
  { id, origin }: KnownLog,
  kind: 'fork' | 'chain',
  finding: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const folder = join(directory, 'evidence', id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const content = JSON.stringify({ kind, origin, ...finding }, null, 2)
  const path = join(folder, `${kind}-${hash('sha256', content).slice(0, 16)}.json`)
  if (await exists(path)) return path
  if ((await readdir(folder)).length >= filesMax) return undefined
  await writeDurably(path, `${content}\n`)
  await syncDirectory(join(directory, 'evidence'))
  return path
}
