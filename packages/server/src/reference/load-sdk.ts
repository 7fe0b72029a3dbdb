import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverFile } from '../platform/program/server-file.ts'

export const sdkFolder = fileURLToPath(serverFile('../sdk'))

interface PackedSdk {
  readonly version: string
  readonly tarball: Buffer
}

/** The SDK as npm packed it in its folder, or nothing if it was not packed. Read each time: a developer may pack it again. */
export async function loadSdk(folder: string): Promise<PackedSdk | undefined> {
  try {
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { version, tarball: await readFile(join(folder, `parley-sdk-${version}.tgz`)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
