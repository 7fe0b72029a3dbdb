import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file so that after a power failure it has either its old or its new content. Resolves when the new content is on
 * disk. Only one writer of a path at a time.
 */
export async function writeDurably(path: string, content: Uint8Array | string, mode = 0o644): Promise<void> {
  const written = `${path}.new`
  const file = await open(written, 'w', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, path)
  await syncDirectory(dirname(path))
}

/** Without this, a power failure can undo the rename. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
