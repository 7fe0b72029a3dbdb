import { type FileHandle, open } from 'node:fs/promises'
import { Problem } from '../problem/problem.ts'

/** A file on this machine, to be read and closed by the caller. */
export async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== 'ENOENT')
      throw new Problem('forbidden', `${path} cannot be opened: ${String(error.code)}.`)
  }
  throw new Problem('not_found', `There is no file ${path}.`)
}
