import { sources } from '@parley/contract'

export type Source = (typeof sources)[number]

export const sourceNumber = (source: Source): number => sources.indexOf(source)

export function sourceText(number: number): Source {
  const source = sources[number]
  if (source === undefined) throw new Error('unknown contact source in the database')
  return source
}
