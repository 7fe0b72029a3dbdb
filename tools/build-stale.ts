// Builds the app and the server's bundle unless they are newer than their sources. Before tests (as Vitest's global setup) and
// benchmarks, which must not measure or test what was built before.
import { execFile } from 'node:child_process'
import { glob, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Build {
  readonly workspace: string
  readonly output: string
  readonly sources: readonly string[]
}

const builds: readonly Build[] = [
  {
    workspace: '@parley/web',
    output: 'packages/web/dist/index.html',
    sources: ['packages/web/{src,public}/**', 'packages/web/*', 'packages/contract/src/**'],
  },
  {
    workspace: '@parley/server',
    output: 'packages/server/dist/main.js',
    sources: [
      'packages/{server,contract,evidence,verifier}/src/**',
      'packages/server/build/*',
      'packages/*/package.json',
      'package-lock.json',
    ],
  },
]

export default async function buildStale(): Promise<void> {
  await Promise.all(builds.map(buildIfStale))
}

async function buildIfStale({ workspace, output, sources }: Build): Promise<void> {
  const builtAtMs = await changedAtMs(output)
  for await (const file of glob(sources, { cwd: root, exclude: ['**/dist', '**/*.test.ts'] })) {
    if ((await changedAtMs(file)) < builtAtMs) continue
    // The test environment would produce a development build of the app, half as large again.
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)('npm', ['run', '--silent', 'build', '-w', workspace], { cwd: root, env })
    return
  }
}

const changedAtMs = async (file: string): Promise<number> =>
  (await stat(`${root}${file}`).catch(() => ({ mtimeMs: 0 }))).mtimeMs

if (import.meta.main) await buildStale()
