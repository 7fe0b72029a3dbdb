// Global setup: packs the package as npm would publish it, for tests that install it like a partner.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the tarball. */
    sdkTarball: string
  }
}

const folder = fileURLToPath(new URL('..', import.meta.url))
const cache = fileURLToPath(new URL('../../../.cache/sdk', import.meta.url))

export default async function packSdk(project: TestProject): Promise<void> {
  const destination = join(cache, await fingerprint())
  const tarball = join(destination, 'parley-sdk.tgz')
  if (!existsSync(tarball)) {
    await mkdir(destination, { recursive: true })
    // The prepare script builds it first.
    const pack = ['pack', '--loglevel=error', '--json', '--pack-destination', destination]
    const { stdout } = await promisify(execFile)('npm', pack, { cwd: folder })
    const [packed] = JSON.parse(stdout) as { filename: string }[]
    await rename(join(destination, packed?.filename ?? ''), tarball)
  }
  project.provide('sdkTarball', tarball)
}

/** Files of the package. */
async function fingerprint(): Promise<string> {
  const names = await readdir(join(folder, 'src'), { recursive: true })
  const sources = names
    .filter(name => name.endsWith('.ts'))
    .toSorted()
    .map(name => `src/${name}`)
  const hash = createHash('sha256')
  for (const file of ['package.json', 'tsdown.config.ts', 'README.md', 'LICENSE', ...sources]) {
    hash.update(file).update(await readFile(join(folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
