// The gate's last words: node tools/rings/count.ts <exit codes of the checks, ring 1 and ring 2>
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { secondsFile } from './seconds-reporter.ts'
import { unlistedSlowTests } from './slow-tests.ts'

interface FileResult {
  readonly name: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly duration?: number | null
  }[]
}

const [checked = 1, ...rings] = process.argv.slice(2).map(Number)
const read = (name: string): readonly FileResult[] =>
  existsSync(`.cache/${name}.json`)
    ? (JSON.parse(readFileSync(`.cache/${name}.json`, 'utf8')) as { testResults: FileResult[] }).testResults
    : []
// A second try replaces the first.
const files = new Map(
  ['ring-1', 'ring-2', 'ring-2-alone', 'again'].flatMap(read).map(file => [file.name, file]),
)
const results = [...files.values()]

console.log('\nslowest files')
const secondsByFile = JSON.parse(readFileSync(secondsFile, 'utf8')) as Readonly<Record<string, number>>
for (const [file, took] of Object.entries(secondsByFile)
  .toSorted(([, a], [, b]) => b - a)
  .slice(0, 25))
  console.log(`${took.toFixed(0).padStart(5)} s  ${file}`)

const slow = unlistedSlowTests(
  results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative('', name)} > ${fullName}`,
      seconds: (duration ?? 0) / 1_000,
    })),
  ),
)
for (const { name, seconds } of slow)
  console.log(`${seconds.toFixed(0)} s, and not in .ci/slow-tests.json: ${name}`)

const tests = results.flatMap(({ assertionResults }) => assertionResults)
const count = (status: string): number => tests.filter(test => test.status === status).length
// A failed check, a script of ring 2, or a runner that failed outside its tests, counts as one failure more.
const outside = count('failed') === 0 ? rings.filter(code => code !== 0).length : 0
const failed = count('failed') + outside + (checked === 0 ? 0 : 1) + (slow.length > 0 ? 1 : 0)
console.log(`\n${count('passed')} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
