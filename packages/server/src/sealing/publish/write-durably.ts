import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file. Whatever happens, it has its old or its new content, and once this resolves the new one is on disk. */
export async function writeDurably(path: string, content: Uint8Array | string, mode = 0o644): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
