// npm run bench:summary -- RESULT…: the table of the README from the results of several runs.
import { readFile } from 'node:fs/promises'
import type { Figure, ProcessorTime } from './figure.ts'
import { judge, listOf } from './goals.ts'
import { notesOf, tableOf } from './report.ts'

interface Result {
  readonly date: string
  readonly figures: readonly Figure[]
}

const read = async (path: string): Promise<Result> => JSON.parse(await readFile(path, 'utf8')) as Result

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** Median of every value, with the rates of all runs. */
function middleOf(figures: readonly Figure[]): Figure {
  const [first] = figures
  if (!first) throw new Error('There is no figure')
  const pick = <Key extends string>(key: Key, from: readonly Partial<Record<Key, number>>[]) => {
    const values = from.flatMap(each => (each[key] === undefined ? [] : [each[key]]))
    return values.length === 0 ? {} : ({ [key]: middle(values) } as Record<Key, number>)
  }
  const times = figures.flatMap(({ microseconds }) => (microseconds ? [microseconds] : []))
  const rates = figures.map(({ rate }) => rate.toLocaleString('en-US')).join(', ')
  return {
    name: first.name,
    rate: middle(figures.map(({ rate }) => rate)),
    ...pick('p50Ms', figures),
    ...pick('p99Ms', figures),
    ...pick('busy', figures),
    ...pick('others', figures),
    ...(times.length > 0 && {
      microseconds: {
        load: middle(times.map(({ load }) => load)),
        ...pick('postgresql', times),
        ...pick('api', times),
        ...pick('worker', times),
      } satisfies ProcessorTime,
    }),
    notes: { 'runs with': rates, ...first.notes },
  }
}

const results = await Promise.all(process.argv.slice(2).map(read))
const byName = Map.groupBy(
  results.flatMap(({ figures }) => figures),
  ({ name }) => name,
)
const figures = [...byName.values()].map(middleOf)
console.log(`${tableOf(figures)}\n\n${notesOf(figures)}\n\n${listOf(judge(figures))}`)
