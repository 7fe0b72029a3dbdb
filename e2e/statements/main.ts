// Checks every statement of the partner interface against a running installation: npm run statements
// Only some scenarios, by a part of their name: npm run statements -- 'rate limit'
import { fileURLToPath } from 'node:url'
import { checkStatements } from './check-statements.ts'
import { uncheckedNote } from './report.ts'

// Two dozen processes would each spend half a second of a core on compiling the same sources.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../.cache/node-compile', import.meta.url))

const startedMs = performance.now()
const [partOfName] = process.argv.slice(2)
const report = await checkStatements(partOfName)
const write = (line: string): boolean => process.stdout.write(`${line}\n`)
const verdicts = report.verdicts.filter(
  ({ notes }) => partOfName === undefined || !notes.includes(uncheckedNote),
)
for (const { number, title, result, notes } of verdicts) {
  write(`${result.padEnd(15)} ${number.padEnd(5)} ${title}`)
  for (const note of notes) write(`${' '.repeat(22)}${note}`)
}
for (const broken of report.broken) write(`\nA scenario ended early. ${broken}`)
const failing = verdicts.filter(({ result }) => result === 'fails').length
const counts = `${verdicts.length} statements: ${verdicts.length - failing} hold, ${failing} fail`
write(`\n${counts} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`)
if (failing > 0 || report.broken.length > 0) process.exitCode = 1
