import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LongRun } from './long-run.ts'
import { secondsFile } from './seconds-reporter.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Outcome {
  readonly run: LongRun
  readonly hasPassed: boolean
  /** It failed in a way that no test reports: a script, or an error outside of the tests. */
  readonly hasFailedOutside: boolean
  readonly seconds: number
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
  }[]
}

/** Vitest's reports, for the gate's count and its second tries. */
const reports = { shared: '.cache/ring-2.json', alone: '.cache/ring-2-alone.json' } as const

export const testFilesOf = ({ files = [] }: LongRun): string[] =>
  globSync([...files], { cwd: root }).toSorted()

/** Runs test files together, two at a time; then those that need the machine, one at a time; then scripts. */
export function runLong(runs: readonly LongRun[]): Outcome[] {
  for (const report of Object.values(reports)) rmSync(`${root}${report}`, { force: true })
  const withTests = runs.filter(({ script }) => script === undefined)
  return [
    ...runTests(
      withTests.filter(({ isAlone }) => !isAlone),
      'long',
      reports.shared,
    ),
    ...runTests(
      withTests.filter(({ isAlone }) => isAlone),
      'long-alone',
      reports.alone,
    ),
    ...runs.filter(({ script }) => script !== undefined).map(runScript),
  ]
}

function runTests(runs: readonly LongRun[], project: string, report: string): Outcome[] {
  const files = runs.flatMap(testFilesOf)
  if (files.length === 0) return []
  const reporters = [
    '--reporter=default',
    '--reporter=tools/rings/seconds-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { status: code } = spawnSync('vitest', ['run', '--project', project, ...reporters, ...files], {
    cwd: root,
    stdio: 'inherit',
  })
  const { testResults }: Report = existsSync(`${root}${report}`)
    ? (JSON.parse(readFileSync(`${root}${report}`, 'utf8')) as Report)
    : { testResults: [] }
  const took = existsSync(secondsFile)
    ? (JSON.parse(readFileSync(secondsFile, 'utf8')) as Readonly<Record<string, number>>)
    : {}
  // An unhandled error belongs to no file, so it counts against every run.
  const hasFailedOutside = code !== 0 && testResults.every(({ status }) => status === 'passed')
  return runs.map(run => {
    const own = testFilesOf(run)
    const results = testResults.filter(({ name }) => own.includes(name.slice(root.length)))
    return {
      run,
      // A file that did not load has no result, or a failed one without tests.
      hasFailedOutside,
      hasPassed:
        !hasFailedOutside &&
        results.length === own.length &&
        results.every(({ status }) => status === 'passed'),
      seconds: own.reduce((sum, file) => sum + (took[file] ?? 0), 0),
    }
  })
}

function runScript(run: LongRun): Outcome {
  const startedAtMs = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', run.script ?? ''], { cwd: root, stdio: 'inherit' })
  return {
    run,
    hasPassed: status === 0,
    hasFailedOutside: status !== 0,
    seconds: (performance.now() - startedAtMs) / 1_000,
  }
}
