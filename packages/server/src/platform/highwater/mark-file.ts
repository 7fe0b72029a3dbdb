import { readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory, writeDurably } from '../files/write-durably.ts'
import { type Mark, parseMark, printMark } from './mark.ts'

/** Undefined if there is none yet. Throws if there is one that cannot be read. */
export async function readMarkFile(path: string): Promise<Mark | undefined> {
  try {
    return parseMark(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error('HIGH_WATER_FILE cannot be read as a high-water mark', { cause: error })
  }
}

/** Several workers of a machine may write the same file, so each prepares its own. A lower mark is not written. */
export async function writeMarkFile(path: string, mark: Mark): Promise<void> {
  const there = await readMarkFile(path)
  if (there && there.counter >= mark.counter) return
  const own = `${path}.${process.pid}`
  await writeDurably(own, printMark(mark), 0o600)
  await rename(own, path)
  await syncDirectory(dirname(path))
}
