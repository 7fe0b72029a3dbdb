import { readFile } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { Problem } from '../../platform/problem/problem.ts'

/** The text of a local file, trimmed, because editors end a file with a line break. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT') throw new Problem('not_found', `File ${path} does not exist.`)
    throw new Problem('forbidden', `${path} cannot be read: ${String(error.code)}.`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    throw new Problem('invalid_request', `${path} is not valid UTF-8.`)
  }
}
