import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serverFile } from '../../platform/program/server-file.ts'

const root = fileURLToPath(serverFile('../../'))
const builtApp = serverFile('../web/dist/index.html')

/** Builds the advisor app of a fresh clone. Without it the api runs, and only /app is missing. */
export async function buildMissingApp(): Promise<void> {
  const isBuilt = await stat(builtApp).then(
    () => true,
    () => false,
  )
  if (isBuilt) return
  process.stdout.write('Building the advisor app, once.\n')
  const build = spawn('npm', ['run', '--silent', 'build', '--workspace', '@parley/web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(build, 'exit').catch(() => [null])) as [number | null]
  if (code !== 0) process.stderr.write('The advisor app could not be built. Everything else works.\n')
}
