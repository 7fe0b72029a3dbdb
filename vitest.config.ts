import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { timedTests } from './tools/timed-tests.ts'

const root = new URL('.', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const inProcess = [
  'packages/*/{src,test}/**/*.test.ts',
  'tools/**/*.test.ts',
  'mutations/**/*.test.ts',
  'ship/**/*.test.ts',
  'watch/**/*.test.ts',
]

/** Whole installations: processes, browsers, faults, benchmarks. */
const system = [
  'bench/**/*.test.ts',
  'e2e/**/*.test.ts',
  'faults/**/*.test.ts',
  'packages/server/test/**/*.test.ts',
  'packages/verifier/test/verify-page.test.ts',
  'watch/live.test.ts',
  'packages/server/src/cli/**/*.test.ts',
  'packages/server/src/**/{browser,crashes,*races}.test.ts',
]

/** What needs the whole machine, because it has a time limit or keeps both cores busy by itself. */
const alone = [
  'bench/**/*.test.ts',
  'faults/**/*.test.ts',
  'packages/server/test/smpp/faults.test.ts',
  ...timedTests,
]

/** A test that opens a database or a connection does so by one of these. */
const opensSomething =
  /\/(?:database|processes|people|carriers|smpp|servers)\/(?:[\w-]+\/)?[\w-]+\.ts'|\bcreatePool\b/

const onDatabase = globSync(inProcess, { cwd: root }).filter(path => opensSomething.test(read(path)))

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
      // One worker fewer than cores is the default, which on two cores leaves one idle while tests wait.
      {
        test: {
          name: 'unit',
          include: inProcess,
          exclude: [...system, ...alone, ...onDatabase],
          ...inTurn(0, 2),
        },
      },
      { test: { name: 'service', include: onDatabase, exclude: [...system, ...alone], ...inTurn(1, 2) } },
      { test: { name: 'system', include: system, exclude: alone, ...inTurn(2, 2) } },
      { test: { name: 'alone', include: alone, ...inTurn(3, 1) } },
    ],
  },
})

function inTurn(groupOrder: number, maxWorkers: number) {
  return { maxWorkers, sequence: { groupOrder } }
}
