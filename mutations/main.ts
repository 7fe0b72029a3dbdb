// Shows that the tests can fail: each mutation removes a guarantee from a copy of the code, and its tests must fail,
// every time. npm run mutations -- --runs 3, or --only part-of-a-name
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify, stripVTControlCharacters } from 'node:util'
import { ringOf, testsInRing1 } from './killed-by.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

type Outcome = 'killed' | 'survived' | 'no test ran' | 'took too long'

const longestMs = 900_000
/** Shorter than in the gate: a test that waits for what a mutation prevents should not take minutes. */
const testMs = 60_000

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const runs = Number(values.runs)
const chosen = mutations.filter(({ name }) => name.includes(values.only))

const copy = await copyProject()
process.once('SIGINT', () => void rm(copy, { recursive: true, force: true }).then(() => process.exit(130)))
let survivors = 0
try {
  for (const mutation of chosen) {
    const outcomes: Outcome[] = []
    const startedAtMs = performance.now()
    for (let count = 0; count < runs; count += 1) outcomes.push(await tryOut(mutation))
    const isKilled = outcomes.every(outcome => outcome === 'killed')
    if (!isKilled) survivors += 1
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000 / runs)
    console.log(
      `${isKilled ? '✓' : '✗'} ${mutation.name}: ${outcomes.join(', ')} (ring ${ringOf(mutation)}, ${seconds} s each)`,
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(
  `\n${chosen.length - survivors} of ${chosen.length} mutations killed in every one of ${runs} runs`,
)
process.exitCode = survivors === 0 ? 0 : 1

/** A clone to mutate instead of the project, with links to the same packages. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mutations-'))
  await run('git', ['clone', '--quiet', '--shared', root, folder])
  await run('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')])
  await run('cp', ['-al', join(root, 'packages/server/node_modules'), join(folder, 'packages/server')]).catch(
    () => {},
  )
  await run('cp', ['-a', join(root, 'packages/web/dist'), join(folder, 'packages/web/dist')]).catch(() => {})
  return folder
}

/** Only the tests of ring 1, unless none of them notices. */
async function tryOut(mutation: Mutation): Promise<Outcome> {
  const { name, file, search, replacement, tests } = mutation
  const inRing1 = testsInRing1(mutation)
  const path = join(copy, file)
  const original = await readFile(path, 'utf8')
  if (original.split(search).length !== 2)
    throw new Error(`${name}: the code to change does not occur exactly once in ${file}`)
  await writeFile(
    path,
    original.replace(search, () => replacement),
  )
  try {
    return await runTests(inRing1.length > 0 ? inRing1 : tests)
  } finally {
    await writeFile(path, original)
  }
}

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
