import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { RunResult } from './run.ts'
import { quantile } from './watch.ts'

/** The longest time without a success around a change of the primary. */
interface Gap {
  readonly atS: number
  readonly promotionMs: number
  readonly gapMs: number
}

const shownViolations = 10

function gapsOf({ failOvers, sent, loadBeganAtMs }: RunResult): Gap[] {
  const answers = sent
    .flatMap(({ answeredAtMs }) => (answeredAtMs === undefined ? [] : [answeredAtMs]))
    .toSorted((one, other) => one - other)
  return failOvers.map(({ killedAtMs, promotedAtMs }) => {
    // Only gaps that start here; a later one belongs to another fault.
    const gaps = answers.slice(1).flatMap((at, index) => {
      const from = answers[index] ?? at
      return from > killedAtMs - 2_000 && from < promotedAtMs + 2_000 ? [at - from] : []
    })
    return {
      atS: Math.round((killedAtMs - loadBeganAtMs) / 1_000),
      promotionMs: promotedAtMs - killedAtMs,
      gapMs: Math.max(0, ...gaps),
    }
  })
}

function describeMachine(): object {
  const [cpu] = cpus()
  const postgres = execFileSync('psql', ['--version']).toString().trim()
  return {
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres,
  }
}

/** Prints the table of checks and writes the result file. Returns the number of violations. */
export async function report(
  result: RunResult,
  { output, ...about }: { output: string; seed: number; ratePerSecond: number; form: string },
): Promise<number> {
  const { checks, faults, seconds, loadBeganAtMs, counts } = result
  const violations = checks.flatMap(({ name, violations: found }) => found.map(each => `${name}: ${each}`))
  const width = Math.max(...checks.map(({ name }) => name.length))
  const rows = checks.map(
    ({ name, examined, violations: found }) =>
      `${name.padEnd(width)}  ${String(examined).padStart(8)}  ${String(found.length).padStart(10)}`,
  )
  console.log(
    `\n${'check'.padEnd(width)}  ${'examined'.padStart(8)}  ${'violations'.padStart(10)}\n${rows.join('\n')}`,
  )
  for (const [name, count] of Object.entries(counts))
    console.log(`${name.padEnd(width)}  ${String(count).padStart(8)}`)
  const gaps = gapsOf(result)
  for (const { atS, promotionMs, gapMs } of gaps) {
    console.log(`failover at ${atS} s: promoted after ${promotionMs} ms, no successful send for ${gapMs} ms`)
  }
  const loads = seconds.map(({ load }) => load).toSorted((one, other) => one - other)
  const load = { median: loads[Math.floor(loads.length / 2)], most: loads.at(-1) }
  console.log(`load average: median ${load.median}, most ${load.most}`)
  for (const each of violations.slice(0, shownViolations)) console.log(`  ${each}`)
  if (violations.length > shownViolations) console.log(`  and ${violations.length - shownViolations} more`)
  console.log(`\n${violations.length} violations`)

  const latencies = result.sent
    .flatMap(({ answeredAtMs, dueAtMs }) => (answeredAtMs === undefined ? [] : [answeredAtMs - dueAtMs]))
    .toSorted((one, other) => one - other)
  const since = (atMs: number | undefined): number | null =>
    atMs === undefined ? null : Math.round((atMs - loadBeganAtMs) / 100) / 10
  const written = {
    date: new Date(loadBeganAtMs).toISOString(),
    ...about,
    machine: describeMachine(),
    load,
    violations: violations.length,
    checks: checks.map(({ violations: found, ...check }) => ({
      ...check,
      violations: found.length,
      ...(found.length > 0 && { first: found.slice(0, shownViolations) }),
    })),
    counts,
    latencyMs: {
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      most: Math.round(latencies.at(-1) ?? 0),
    },
    failOvers: gaps,
    queueYoungAfterS:
      result.queueYoungAfterMs === undefined ? null : Math.round(result.queueYoungAfterMs / 1_000),
    drainedAfterS: Math.round(result.drainedAfterMs / 1_000),
    faults: faults.map(({ kind, detail, startedAtMs, healedAtMs }) => ({
      kind,
      detail,
      startedS: since(startedAtMs),
      healedS: since(healedAtMs),
    })),
    seconds,
  }
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(written)}\n`)
  console.log(`written to ${output}`)
  return violations.length
}
