import type { Figure } from './figure.ts'

const cell = (value: number | undefined, digits: number): string =>
  value === undefined ? '' : value.toLocaleString('en-US', { maximumFractionDigits: digits })

const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${Math.round(share * 100)} %`

/** The table of the README. */
export function tableOf(figures: readonly Figure[]): string {
  const bareRate = figures.find(({ name }) => name === 'bare, one by one')?.rate
  const lifeRate = figures.find(({ name }) => name === 'bare life, 50 a statement')?.rate
  const ratio = (name: string, rate: number, bare: number | undefined): string =>
    bare === undefined || name.startsWith('idle') ? '' : (rate / bare).toFixed(2)
  const header =
    '| What | per second | p50 ms | p99 ms | PostgreSQL µs | api µs | worker µs | load µs | busy | others | of bare | of life |'
  const rows = figures.map(({ name, rate, p50Ms, p99Ms, microseconds, busy, others }) =>
    [
      name,
      cell(rate, 0),
      cell(p50Ms, 1),
      cell(p99Ms, 1),
      cell(microseconds?.postgresql, 0),
      cell(microseconds?.api, 0),
      cell(microseconds?.worker, 0),
      cell(microseconds?.load, 0),
      percent(busy),
      percent(others),
      ratio(name, rate, bareRate),
      ratio(name, rate, lifeRate),
    ].join(' | '),
  )
  return [header, '|---|---|---|---|---|---|---|---|---|---|---|---|', ...rows.map(row => `| ${row} |`)].join(
    '\n',
  )
}

/** Details that do not fit in a column. */
export const notesOf = (figures: readonly Figure[]): string =>
  figures
    .flatMap(({ name, notes }) => {
      const told = Object.entries(notes ?? {}).map(
        ([what, value]) => `${what} ${value.toLocaleString('en-US')}`,
      )
      return told.length > 0 ? [`- ${name}: ${told.join(', ')}`] : []
    })
    .join('\n')
