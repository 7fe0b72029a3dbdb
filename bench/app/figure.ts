import { loadavg } from 'node:os'

export interface Figure {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly most: number
  /** Load average of the last minute. */
  readonly load: number
}

export function summarise(name: string, taken: readonly number[]): Figure {
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const figure = { name, p50: at(0.5), p99: at(0.99), most: at(1), load: loadavg()[0] ?? 0 }
  const shown = [figure.p50, figure.p99, figure.most].map(value => value.toFixed(1).padStart(8))
  console.log(`${name.padEnd(58)} ${shown.join(' ')}`)
  return figure
}

export const heading = `${'what'.padEnd(58)} ${['p50 ms', 'p99 ms', 'most ms'].map(word => word.padStart(8)).join(' ')}`
