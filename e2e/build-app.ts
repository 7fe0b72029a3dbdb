// Global setup: builds the app for production, unless the build is newer than all its sources.
import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'packages/web')

export const builtApp = join(web, 'dist')

export default async function buildApp(): Promise<void> {
  const made = await timeOf(join(builtApp, 'index.html'))
  const sources = [join(web, 'src'), join(root, 'packages/contract/src')]
  const files = await Promise.all(
    sources.map(async folder =>
      (await readdir(folder, { recursive: true })).map(name => timeOf(join(folder, name))),
    ),
  )
  const times = await Promise.all([
    ...files.flat(),
    ...['index.html', 'handset.html', 'vite.config.ts', 'package.json'].map(name => timeOf(join(web, name))),
  ])
  if (made > Math.max(...times)) return
  // The test environment would produce a development build, half as large again.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)('npm', ['run', '--silent', 'build', '-w', '@parley/web'], { cwd: root, env })
}

const timeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs
