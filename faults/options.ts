import { parseArgs } from 'node:util'

import { type MutationName, mutations } from './mutations.ts'

export interface Options {
  readonly seed: number
  readonly ratePerSecond: number
  readonly minutes: number
  readonly isShort: boolean
  readonly mutation: MutationName | undefined
  readonly isPowerCut: boolean
  readonly output: string
  /** Leaves logs and data behind. */
  readonly keep: boolean
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string' },
      rate: { type: 'string', default: '200' },
      without: { type: 'string' },
      'power-cut': { type: 'boolean', default: false },
      output: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const mutation = (Object.keys(mutations) as MutationName[]).find(name => name === values.without)
  if (values.without !== undefined && !mutation)
    throw new Error(`--without must be one of ${Object.keys(mutations).join(', ')}`)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const ratePerSecond = Number(values.rate)
  const minutes = Number(values.minutes)
  for (const [name, value] of Object.entries({ seed, rate: ratePerSecond, minutes })) {
    if (!(value >= 0)) throw new Error(`--${name} must be a number`)
  }
  const isFull = !values.short && !mutation && !values['power-cut']
  const today = new Date().toISOString().slice(0, 10)
  const file = `faults-${today}-${seed}.json`
  return {
    seed,
    ratePerSecond,
    minutes,
    isShort: values.short,
    mutation,
    isPowerCut: values['power-cut'],
    output: values.output ?? (isFull ? `bench/results/${file}` : `.cache/bench/${file}`),
    keep: values.keep,
  }
}
