// npm run test:previous -- <tag or commit> [paths]: runs the tests of an earlier version on the schema of this one.
// While an installation is upgraded, its processes meet that schema.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const [version, ...paths] = process.argv.slice(2)
if (version === undefined) throw new Error('npm run test:previous -- <tag or commit> [paths of tests]')
const migrations = 'packages/server/migrations'
// What an earlier version says of its own schema: its snapshot, its list of migrations, its partitions before them.
const aboutTheSchema = ['**/platform/db/migrate.test.ts', '**/foundation.test.ts', '**/upgrade.test.ts']

const folder = mkdtempSync(join(tmpdir(), 'parley-previous-'))
const run = (program: string, ...args: string[]): number =>
  spawnSync(program, args, { cwd: folder, stdio: 'inherit' }).status ?? 1
try {
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', folder, version])
  const known = new Set(globSync(join(folder, migrations, '*.sql')).map(file => basename(file)))
  const added = globSync(`${migrations}/*.sql`).filter(file => !known.has(basename(file)))
  console.log(
    `${version} with ${added.length} later migrations: ${added.map(file => basename(file)).join(', ')}`,
  )
  for (const file of added) cpSync(file, join(folder, file))
  const steps = [
    ['npm', 'ci', '--loglevel=error'],
    ['npm', 'run', '--silent', 'build'],
    [
      'npx',
      'vitest',
      'run',
      '--project',
      'service',
      ...aboutTheSchema.map(path => `--exclude=${path}`),
      ...paths,
    ],
  ] as const
  process.exitCode = steps.every(([program, ...args]) => run(program, ...args) === 0) ? 0 : 1
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', folder])
  rmSync(folder, { recursive: true, force: true })
}
