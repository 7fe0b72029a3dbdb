import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guardedPaths, type LongRun } from './long-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = new URL('../../.ci/long-runs.json', import.meta.url)

/** When a long run last passed. */
export interface Passed {
  readonly commit: string
  readonly date: string
  readonly seconds: number
}

export type Ledger = Readonly<Record<string, Passed>>

export const readLedger = (): Ledger => JSON.parse(readFileSync(file, 'utf8')) as Ledger

/** Adds runs that passed on the current commit. */
export function recordRuns(seconds: ReadonlyMap<string, number>): void {
  const commit = git('rev-parse', 'HEAD')
  const ledger: Record<string, Passed> = { ...readLedger() }
  const date = new Date().toISOString().slice(0, 10)
  for (const [name, took] of seconds) ledger[name] = { commit, date, seconds: Math.round(took) }
  const sorted = Object.fromEntries(Object.entries(ledger).toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Whether all changes are committed, apart from the ledger itself. */
export const isCommitted = (): boolean =>
  git('status', '--porcelain', '--', '.', ':!.ci/long-runs.json') === ''

/** Files that differ from a commit, committed or not; undefined if this clone does not have the commit. */
function changedSince(commit: string): readonly string[] | undefined {
  try {
    const added = git('ls-files', '--others', '--exclude-standard')
    return `${git('diff', '--name-only', commit)}\n${added}`.split('\n').filter(Boolean)
  } catch {
    return undefined
  }
}

/** A run is due unless nothing that it guards, and none of its tests, changed since it last passed. */
export function isDue(
  run: LongRun,
  passed: Passed | undefined,
  changed: (commit: string) => readonly string[] | undefined,
): boolean {
  const paths = passed && changed(passed.commit)
  if (!paths) return true
  const guarded = guardedPaths(run)
  return paths.some(
    path =>
      guarded.some(each => path === each || path.startsWith(`${each}/`)) ||
      run.files?.some(glob => matchesGlob(path, glob)),
  )
}

/** The long runs of these rings that are due. */
export function dueRuns(runs: readonly LongRun[], ledger = readLedger()): LongRun[] {
  const known = new Map<string, readonly string[] | undefined>()
  const changed = (commit: string): readonly string[] | undefined => {
    if (!known.has(commit)) known.set(commit, changedSince(commit))
    return known.get(commit)
  }
  return runs.filter(run => isDue(run, ledger[run.name], changed))
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
