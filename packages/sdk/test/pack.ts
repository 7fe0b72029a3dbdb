// Global setup: packs the package as npm would publish it, for tests that install it like a partner and for servers that serve it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
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
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  const packed = join(folder, `parley-sdk-${version}.tgz`)
  if (existsSync(tarball)) {
    await copyFile(tarball, packed)
  } else {
    await promisify(execFile)('npm', ['run', '--silent', 'prepare'], { cwd: folder })
    await mkdir(destination, { recursive: true })
    await copyFile(packed, tarball)
  }
  project.provide('sdkTarball', tarball)
}

/** Files of the package. */
async function fingerprint(): Promise<string> {
  const sources: string[] = []
  for (const part of ['bin', 'build', 'program', 'src']) {
    const names = await readdir(join(folder, part), { recursive: true })
    const files = names.filter(name => /\.[jt]s$/.test(name)).toSorted()
    sources.push(...files.map(name => `${part}/${name}`))
  }
  const hash = createHash('sha256')
  for (const file of ['package.json', 'tsdown.config.ts', 'README.md', 'LICENSE', ...sources]) {
    hash.update(file).update(await readFile(join(folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
