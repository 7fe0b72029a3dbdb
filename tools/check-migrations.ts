// Fails for a migration that would keep sends waiting on a large database, and for an index file that is not one statement.
// Migrations up to 0050 ran on databases that were small or empty; changing them would change nothing.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = process.argv[2] ?? 'packages/server/migrations'
const lastUnchecked = '0050'

const sqlFiles = (of: string): string[] =>
  readdirSync(of)
    .filter(file => file.endsWith('.sql'))
    .map(file => join(of, file))
const migrations = sqlFiles(folder).filter(file => basename(file) > `${lastUnchecked}~`)
const indexes = sqlFiles(join(folder, 'concurrently'))

const excluded = [
  // parley migrate sets it for all of them.
  'require-lock-timeout',
  // A time limit in the middle of a migration ends it as a whole; what is slow is found by the other rules.
  'require-statement-timeout',
  // A migration is one transaction, and parley migrate drops what an interrupted index build left over.
  'prefer-robust-stmts',
  // Ids are bigint from sequences of ours; other integers are counts.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
]

function squawk(files: readonly string[], ...options: string[]): boolean {
  if (files.length === 0) return true
  const args = ['--pg-version', '15.0', '--exclude', excluded.join(','), ...options, ...files]
  return spawnSync('squawk', args, { stdio: 'inherit' }).status === 0
}

function isOneIndex(file: string): boolean {
  const text = readFileSync(file, 'utf8').replaceAll(/--.*$/gm, '').trim()
  const wanted = new RegExp(`^create (unique )?index concurrently ${basename(file, '.sql')} on [^;]+;?$`)
  if (wanted.test(text)) return true
  console.log(`${file}: must be one statement, create index concurrently ${basename(file, '.sql')} on …`)
  return false
}

const results = [squawk(migrations, '--assume-in-transaction'), squawk(indexes), ...indexes.map(isOneIndex)]
process.exitCode = results.every(Boolean) ? 0 : 1
