// Which failed test files the gate runs once more. A second try must never hide a broken guarantee.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { guaranteeFiles, guaranteeNames } from './guarantees.ts'
import { timedTests } from './timed-tests.ts'

/** The processor's counters at a time: what ran in total, and what the host took for other machines. */
export interface Sample {
  readonly atMs: number
  readonly ticks: number
  readonly stolenTicks: number
}

export interface FileResult {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults?: readonly { readonly status: string; readonly fullName: string }[]
}

/** Below it, the machine was this gate's own, and a failure counts. */
const stolenMost = 0.1
const filesMost = 12

/** The part of the processor that the host took while a file ran. Unknown, and so none, if no test of it began. */
function stolenShare(samples: readonly Sample[], startMs: number, endMs: number): number {
  if (endMs <= startMs) return 0
  const first = samples.findLast(({ atMs }) => atMs <= startMs) ?? samples[0]
  const last = samples.find(({ atMs }) => atMs >= endMs) ?? samples.at(-1)
  if (!first || !last || last.ticks <= first.ticks) return 0
  return (last.stolenTicks - first.stolenTicks) / (last.ticks - first.ticks)
}

/** Whether the file, or a test of it that failed, is about a guarantee. */
const testsGuarantee = ({ name, assertionResults = [] }: FileResult): boolean =>
  guaranteeFiles.test(name) ||
  assertionResults.some(({ status, fullName }) => status === 'failed' && guaranteeNames.test(fullName))

/** All failed files, or none: if one failure counts, the others need no second try. */
export function secondTries(results: readonly FileResult[], samples: readonly Sample[]): string[] {
  const failed = results.filter(({ status }) => status === 'failed')
  const isExcused = (result: FileResult): boolean =>
    timedTests.includes(result.name) ||
    (!testsGuarantee(result) && stolenShare(samples, result.startTime, result.endTime) > stolenMost)
  return failed.length <= filesMost && failed.every(isExcused) ? failed.map(({ name }) => name) : []
}

/** One line for each sample: the time, and the first line of /proc/stat. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap(line => {
    const [atMs = '', , ...counters] = line.trim().split(/\s+/)
    // user, nice, system, idle, iowait, irq, softirq, steal; the guests after them are counted in user.
    const ticks = counters.slice(0, 8).map(Number)
    if (ticks.length < 8) return []
    return {
      atMs: Number(atMs),
      ticks: ticks.reduce((sum, each) => sum + each, 0),
      stolenTicks: ticks[7] ?? 0,
    }
  })
}

if (import.meta.main) {
  const [processor = '', ...reports] = process.argv.slice(2)
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const testResults = reports.flatMap(
    report => (JSON.parse(read(report) || '{}') as { testResults?: FileResult[] }).testResults ?? [],
  )
  const samples = readSamples(read(processor))
  const results = testResults.map(result => ({ ...result, name: relative('', result.name) }))
  for (const { name, status, startTime, endTime } of results) {
    if (status !== 'failed') continue
    const percent = (100 * stolenShare(samples, startTime, endTime)).toFixed(0)
    console.error(`failed: ${name}, while the host took ${percent} % of the processor`)
  }
  for (const file of secondTries(results, samples)) console.log(file)
}
