import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longRuns } from './tools/rings/long-runs.ts'
import { LongestFirst } from './tools/rings/longest-first.ts'
import { testFilesOf } from './tools/rings/run-long.ts'
import { timedTests } from './tools/rings/timed-tests.ts'

const root = new URL('.', import.meta.url)

const filesOf = (isAlone: boolean): string[] =>
  longRuns.filter(run => Boolean(run.isAlone) === isAlone).flatMap(testFilesOf)
/** Ring 2 (tools/rings). */
const long = filesOf(false)
const longAlone = filesOf(true)
/** What has a time limit in ring 1. */
const alone = timedTests.filter(file => ![...long, ...longAlone].includes(file))
const later = new Set([...long, ...longAlone, ...alone])

const everywhere = [
  'packages/*/{src,test}/**/*.test.ts',
  '{e2e,faults,bench,tools,mutations,ship,watch}/**/*.test.ts',
]
const ring1 = globSync(everywhere, { cwd: root, exclude: ['**/node_modules/**'] }).filter(
  file => !later.has(file),
)

/** A test that opens a database, a connection, a process or a browser does so by one of these. */
const opensSomething =
  /\/(?:database|processes|people|carriers|smpp|servers)\/(?:[\w-]+\/)?[\w-]+\.ts'|\bcreatePool\b|check-statements/
const isUnit = (file: string): boolean =>
  !/^e2e\/|\/src\/cli\/|^packages\/server\/test\//.test(file) &&
  !opensSomething.test(readFileSync(new URL(file, root), 'utf8'))
const unit = ring1.filter(isUnit)

export default defineConfig({
  test: {
    globalSetup: [
      'packages/server/test/database/postgresql.ts',
      'packages/sdk/test/pack.ts',
      'tools/build-stale.ts',
    ],
    // The suite starts hundreds of processes, and each would spend 0.5 s of a core on compiling the same sources.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/node-compile', import.meta.url)) },
    pool: 'forks',
    // Limits that only a hang reaches. A shared machine can be ten times slower for minutes; what must be fast has its own limit.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      // A worker shares modules within one project only, so there is one for `npm test` and one for the rest of ring 1. More
      // workers than cores pay, because tests mostly wait.
      { test: { name: 'unit', include: unit, isolate: false, ...inTurn(0, 4) } },
      {
        test: {
          name: 'service',
          include: ring1.filter(file => !unit.includes(file)),
          isolate: false,
          ...inTurn(1, 4),
        },
      },
      { test: { name: 'alone', include: alone, ...inTurn(2, 1) } },
      { test: { name: 'long', include: long, isolate: false, ...inTurn(3, 2) } },
      { test: { name: 'long-alone', include: longAlone, ...inTurn(4, 1) } },
    ],
  },
})

function inTurn(groupOrder: number, maxWorkers: number) {
  return { maxWorkers, sequence: { groupOrder } }
}
