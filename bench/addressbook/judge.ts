import type { Figure } from './measure.ts'

export interface Verdict {
  readonly isMet: boolean
  /** Missed goals as text. Empty if none is missed or there is no goal. */
  readonly missed: readonly string[]
}

const pageMsMax = 25
const timesBareMax = 3
const deepPageMsMax = 100
const timesOrdinaryMax = 2

/** Measures a figure against the goals; writes also against those of the other book. */
export function judge({ name, book, goal, http, bare, failures }: Figure, all: readonly Figure[]): Verdict {
  const missed: string[] = failures.length === 0 ? [] : [`${failures.length} kinds of failure`]
  const atMost = (what: string, value: number, max: number): void => {
    if (value >= max) missed.push(`${what} ${value.toFixed(1)}, goal under ${max}`)
  }
  if (goal === 'first page or filter') {
    atMost('p99 ms', http.p99, pageMsMax)
    atMost('times the bare statement, p99', http.p99 / bare.p99, timesBareMax)
  }
  if (goal === 'page 10,000') atMost('p99 ms', http.p99, deepPageMsMax)
  const ordinary = all.find(figure => figure.name === name && figure.book === 'ordinary')
  if (goal === 'write' && book === 'big' && ordinary) {
    atMost('times the ordinary advisor, p50', http.p50 / ordinary.http.p50, timesOrdinaryMax)
    atMost('times the ordinary advisor, p99', http.p99 / ordinary.http.p99, timesOrdinaryMax)
  }
  return { isMet: missed.length === 0, missed }
}

/** As printed and as in bench/README.md. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map(figure => {
    const { http, bare } = figure
    const { missed } = judge(figure, figures)
    const verdict = figure.goal === 'none' ? '' : missed.length === 0 ? 'met' : missed.join('; ')
    const numbers = [http.p50, http.p99, bare.p50, bare.p99, figure.loadAverage].map(ms => ms.toFixed(1))
    return `| ${[figure.name, figure.book, ...numbers, verdict].join(' | ')} |`
  })
  return [
    '| What | Advisor | HTTP p50 ms | HTTP p99 ms | bare p50 ms | bare p99 ms | load | Goal |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
