// Builds everything that is published for a tag, and the evidence for it: npm run release -- v0.2.0 [--key <file>] [--folder <folder>]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../common/root.ts'

const { values, positionals } = parseArgs({
  options: { key: { type: 'string' }, folder: { type: 'string', default: 'release' } },
  allowPositionals: true,
})
const [tag] = positionals
if (tag === undefined || positionals.length > 1)
  throw new Error('npm run release -- <tag> [--key <secret key of minisign>] [--folder <folder>]')

const scratch = mkdtempSync(join(tmpdir(), 'parley-release-'))
const clone = join(scratch, 'clone')
const output = resolve(values.folder)
const run = (program: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(program, args, { cwd, stdio: 'inherit' }).status === 0
try {
  mkdirSync(output, { recursive: true })
  const options = [tag, output, ...(values.key === undefined ? [] : [resolve(values.key)])]
  // What is released is what the tag has, by the tag's own programs; never what lies in this folder.
  const isBuilt =
    run('git', ['clone', '--quiet', '--branch', tag, root, clone], root) &&
    run('npm', ['ci', '--loglevel=error'], clone) &&
    run('npm', ['exec', '--', 'node', 'ship/release/build-release.ts', ...options], clone)
  process.exitCode = isBuilt ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
