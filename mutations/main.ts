// Shows that the tests can fail: each mutation removes a guarantee from a copy of the code, and its tests must fail,
// every time. npm run mutations -- --runs 3, or --only part-of-a-name
// With --planted: each long run of ring 2 is selected by a defect in a room that it guards, and fails.
import { execFile, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify, stripVTControlCharacters } from 'node:util'
import type { LongRun } from '../tools/rings/long-run.ts'
import { longRuns } from '../tools/rings/long-runs.ts'
import { testFilesOf } from '../tools/rings/run-long.ts'
import { ringOf, testsInRing1 } from './killed-by.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'
import { plantedFor } from './planted-failures.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

type Outcome = 'killed' | 'survived' | 'no test ran' | 'took too long' | 'not selected'

interface Trial {
  readonly name: string
  readonly defect: Pick<Mutation, 'file' | 'search' | 'replacement'>
  readonly ring: 1 | 2
  readonly run: () => Promise<Outcome>
}

const longestMs = 900_000
/** Shorter than in the gate: a test that waits for what a mutation prevents should not take minutes. */
const testMs = 60_000

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    planted: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const trials = values.planted
  ? longRuns.filter(({ ring }) => ring === 2).map(trialOfRun)
  : mutations.map(trialOf)
const chosen = trials.filter(({ name }) => name.includes(values.only))

const copy = await copyProject()
process.once('SIGINT', () => void rm(copy, { recursive: true, force: true }).then(() => process.exit(130)))
let survivors = 0
try {
  for (const trial of chosen) {
    const outcomes: Outcome[] = []
    const startedAtMs = performance.now()
    for (let count = 0; count < runs; count += 1) outcomes.push(await tryOut(trial))
    const isKilled = outcomes.every(outcome => outcome === 'killed')
    if (!isKilled) survivors += 1
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000 / runs)
    console.log(
      `${isKilled ? '✓' : '✗'} ${trial.name}: ${outcomes.join(', ')} (ring ${trial.ring}, ${seconds} s each)`,
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(`\n${chosen.length - survivors} of ${chosen.length} defects found in every one of ${runs} runs`)
process.exitCode = survivors === 0 ? 0 : 1

/** Only the tests of ring 1, unless none of them notices. */
function trialOf(mutation: Mutation): Trial {
  const inRing1 = testsInRing1(mutation)
  return {
    name: mutation.name,
    defect: mutation,
    ring: ringOf(mutation),
    run: () => runTests(inRing1.length > 0 ? inRing1 : mutation.tests),
  }
}

function trialOfRun(longRun: LongRun): Trial {
  return {
    name: longRun.name,
    defect: plantedFor(longRun),
    ring: 2,
    run: async () => {
      if (!(await dueRuns()).includes(longRun.name)) return 'not selected'
      const { script } = longRun
      return script === undefined ? runTests(testFilesOf(longRun)) : runScript(script)
    },
  }
}

/** What the gate would run if every long run had passed before the defect. */
async function dueRuns(): Promise<string[]> {
  const { stdout: head } = await run('git', ['rev-parse', 'HEAD'], { cwd: copy })
  const passed = { commit: head.trim(), date: '2026-01-01', seconds: 1 }
  const ledger = Object.fromEntries(longRuns.map(({ name }) => [name, passed]))
  await writeFile(join(copy, '.ci/long-runs.json'), JSON.stringify(ledger))
  const list = ['tools/rings/main.ts', '--ring', '2', '--list']
  const { stdout } = await run(process.execPath, list, { cwd: copy })
  return stdout.split('\n').map(line => line.replace(/^ring 2 +\S+ s +/, ''))
}

/** A clone to mutate instead of the project, with links to the same packages. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mutations-'))
  await run('git', ['clone', '--quiet', '--shared', root, folder])
  const packages = globSync('{.,*,packages/*,examples/*}/node_modules', { cwd: root })
  for (const path of packages) await run('cp', ['-al', join(root, path), join(folder, path)])
  await run('cp', ['-a', join(root, 'packages/web/dist'), join(folder, 'packages/web/dist')]).catch(() => {})
  return folder
}

async function tryOut({
  name,
  defect: { file, search, replacement },
  run: runTrial,
}: Trial): Promise<Outcome> {
  const path = join(copy, file)
  const original = await readFile(path, 'utf8')
  if (original.split(search).length !== 2)
    throw new Error(`${name}: the code to change does not occur exactly once in ${file}`)
  await writeFile(
    path,
    original.replace(search, () => replacement),
  )
  try {
    return await runTrial()
  } finally {
    await writeFile(path, original)
  }
}

const runScript = (script: string): Promise<Outcome> =>
  run('npm', ['run', '--silent', script], { cwd: copy, timeout: longestMs }).then(
    () => 'survived',
    () => 'killed',
  )

function runTests(tests: readonly string[]): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--bail=1',
    `--testTimeout=${testMs}`,
    ...tests,
  ]
  const child = spawn(process.execPath, command, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const listen = (piece: Buffer): void => void (output += piece.toString())
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    resolve('took too long')
  }, longestMs)
  child.on('close', code => {
    clearTimeout(timer)
    if (code === 0) resolve('survived')
    // A test file that fails to load proves nothing.
    else resolve(/Tests .*\d+ failed/.test(stripVTControlCharacters(output)) ? 'killed' : 'no test ran')
  })
  return promise
}
