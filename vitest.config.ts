import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longRuns } from './tools/rings/long-runs.ts'
import { testFilesOf } from './tools/rings/run-long.ts'
import { timedTests } from './tools/rings/timed-tests.ts'

const root = new URL('.', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const inProcess = [
  'packages/*/{src,test}/**/*.test.ts',
  'tools/**/*.test.ts',
  'mutations/**/*.test.ts',
  'ship/**/*.test.ts',
  'watch/**/*.test.ts',
]

/** Processes, browsers, and tests that change their own process. */
const system = [
  'e2e/**/*.test.ts',
  'packages/server/test/**/*.test.ts',
  'packages/server/src/cli/**/*.test.ts',
  'packages/server/src/**/{browser,crashes,*races}.test.ts',
]

const filesOf = (isAlone: boolean): string[] =>
  longRuns.filter(run => Boolean(run.isAlone) === isAlone).flatMap(testFilesOf)
/** Ring 2 (tools/rings). */
const long = filesOf(false)
const longAlone = filesOf(true)
/** What has a time limit in ring 1. */
const alone = timedTests.filter(file => ![...long, ...longAlone].includes(file))

/** A test that opens a database or a connection does so by one of these. */
const opensSomething =
  /\/(?:database|processes|people|carriers|smpp|servers)\/(?:[\w-]+\/)?[\w-]+\.ts'|\bcreatePool\b/

const onDatabase = globSync(inProcess, { cwd: root }).filter(path => opensSomething.test(read(path)))
const elsewhere = [...system, ...alone, ...long, ...longAlone]

export default defineConfig({
  test: {
    globalSetup: [
      'packages/server/test/database/template.ts',
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
    projects: [
      // Tests mostly wait, so more workers than cores pay. Files of a worker share what they import, which is most of a file's time.
      {
        test: {
          name: 'unit',
          include: inProcess,
          exclude: [...elsewhere, ...onDatabase],
          isolate: false,
          ...inTurn(0, 4),
        },
      },
      {
        test: { name: 'service', include: onDatabase, exclude: elsewhere, isolate: false, ...inTurn(1, 4) },
      },
      {
        test: {
          name: 'system',
          include: system,
          exclude: [...alone, ...long, ...longAlone],
          ...inTurn(2, 3),
        },
      },
      { test: { name: 'alone', include: alone, ...inTurn(3, 1) } },
      { test: { name: 'long', include: long, ...inTurn(4, 2) } },
      { test: { name: 'long-alone', include: longAlone, ...inTurn(5, 1) } },
    ],
  },
})

function inTurn(groupOrder: number, maxWorkers: number) {
  return { maxWorkers, sequence: { groupOrder } }
}
