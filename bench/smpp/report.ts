import type { Figure } from '../accept/report/figure.ts'

const cell = (value: number | undefined): string =>
  value === undefined ? '' : value.toLocaleString('en-US', { maximumFractionDigits: 1 })

const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${Math.round(share * 100)} %`

/** The table of the README. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, rate, p50Ms, p99Ms, microseconds: used, busy, others }) =>
    [
      name,
      cell(rate),
      cell(p50Ms),
      cell(p99Ms),
      cell(used?.postgresql),
      cell(used?.api),
      cell(used?.worker),
      cell(used?.carrier),
      percent(busy),
      percent(others),
    ].join(' | '),
  )
  return [
    '| What | texts a second | p50 ms | p99 ms | PostgreSQL µs | api µs | worker µs | carrier µs | busy | others |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(row => `| ${row} |`),
  ].join('\n')
}
