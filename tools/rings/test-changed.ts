// npm run test:changed -- [files]: the tests nearest to what changed, as many as fit into two minutes. Without files: what
// differs from the last commit, or, with nothing uncommitted, what the last commit changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { longRuns } from './long-runs.ts'
import { testFilesOf } from './run-long.ts'
import { selectChanged } from './select-changed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  options: { budget: { type: 'string', default: '100' } },
  allowPositionals: true,
})
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const uncommitted = [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const lastCommit = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1')
const changed = positionals.length > 0 ? positionals : lastCommit

const seconds = JSON.parse(readFileSync(`${root}.ci/test-seconds.json`, 'utf8')) as Record<string, number>
const secondsOf = (test: string): number => seconds[test] ?? 2
// Ring 2 has tests that need other programs or minutes; `npm run test:due -- --list` says which are due.
const long = new Set(longRuns.flatMap(testFilesOf))
const selected = (await selectChanged(root, changed, secondsOf)).filter(
  ({ file }) => existsSync(`${root}${file}`) && !long.has(file),
)

// Two cores: what the files took one after the other takes half as long.
let left = 2 * Number(values.budget)
const chosen = selected.filter(({ file }) => {
  left -= secondsOf(file)
  return left >= 0
})
console.log(
  `${changed.length} changed files; ${chosen.length} of ${selected.length} test files that import them fit`,
)
if (chosen.length > 0) {
  const projects = ['unit', 'service', 'alone'].flatMap(project => ['--project', project])
  const { status } = spawnSync('vitest', ['run', ...projects, ...chosen.map(({ file }) => file)], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
