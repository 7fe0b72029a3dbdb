// The long runs that are due, cheapest first:
//   npm run test:due -- --ring 2 --budget 480   what the gate runs; the rest is printed
//   npm run test:due -- --record                everything that is due, on a committed tree, and notes what passed
//   npm run test:due -- --list                  only says what is due
import { parseArgs } from 'node:util'
import { dueRuns, isCommitted, readLedger, recordRuns } from './ledger.ts'
import { longRuns } from './long-runs.ts'
import { runLong } from './run-long.ts'
import { selectRuns } from './select-runs.ts'

const { values } = parseArgs({
  options: {
    ring: { type: 'string', default: '23' },
    budget: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    packages: { type: 'boolean', default: false },
  },
})
if (values.record && !isCommitted()) throw new Error('Commit first: the ledger names the commit that passed.')

const ledger = readLedger()
const candidates = longRuns.filter(
  ({ name, ring }) => values.ring.includes(String(ring)) && name.includes(values.only),
)
const due = values.all ? candidates : dueRuns(candidates, ledger)
const { chosen, left } = selectRuns(due, ledger, Number(values.budget))

if (values.packages) {
  console.log([...new Set(chosen.flatMap(({ packages = [] }) => packages))].join(' '))
} else if (values.list) {
  for (const run of due) console.log(`ring ${run.ring}  ${seconds(ledger[run.name]?.seconds)}  ${run.name}`)
} else {
  const outcomes = runLong(chosen)
  console.log(`\n${outcomes.length} of ${candidates.length} long runs were due and ran`)
  for (const { run, hasPassed, seconds: took } of outcomes)
    console.log(`${hasPassed ? '✓' : '✗'} ${seconds(took)}  ${run.name}`)
  for (const run of left) console.log(`due ${seconds(ledger[run.name]?.seconds)}  ${run.name}`)
  if (values.record)
    recordRuns(
      new Map(
        outcomes.filter(({ hasPassed }) => hasPassed).map(({ run, seconds: took }) => [run.name, took]),
      ),
    )
  if (outcomes.some(({ hasPassed }) => !hasPassed)) process.exitCode = 1
  if (outcomes.some(({ hasFailedOutside }) => hasFailedOutside)) process.exitCode = 2
}

function seconds(value: number | undefined): string {
  return `${value === undefined ? '?' : value.toFixed(0)} s`.padStart(7)
}
