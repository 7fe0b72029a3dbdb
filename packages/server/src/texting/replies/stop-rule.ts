/**
 * A pattern over a reply written as ` | please stop texting me | thanks | `: words by single spaces, parts by bars.
 * It is tried only where one of its first words stands, and every repetition in it is bounded: no reply takes long.
 */
export interface StopRule {
  readonly name: string
  readonly basis: 'phrase' | 'doubt'
  readonly firstWords: readonly string[]
  readonly pattern: RegExp
  /** Where business is what follows ("remove me as trustee"), the rule is silent. */
  readonly notOfBusiness: boolean
  /** Where the person asks for texts ("stop calling me, just text me"), the rule is silent. */
  readonly notIfTextsAreWelcome: boolean
}

interface Options {
  readonly basis?: 'doubt'
  readonly notOfBusiness?: true
  readonly notIfTextsAreWelcome?: true
  /** Words that must not stand before: "I never text" is no order. */
  readonly notAfter?: string
  /** Only where the part begins, polite words aside. */
  readonly atStart?: true
}

export const doubt = { basis: 'doubt' } as const
export const notOfBusiness = { notOfBusiness: true } as const
export const notIfTextsAreWelcome = { notIfTextsAreWelcome: true } as const

export const atStart = { atStart: true } as const
const opening =
  'please thanks hi hello hey ok just sorry no and but so i im am thats this is hola ya y pero esta'

export function stopRule(name: string, first: string, then: string, options: Options = {}): StopRule {
  const firstWords = first.trim().split(/\s+/)
  const notAfter = options.notAfter === undefined ? '' : `(?<! ${one(options.notAfter)})`
  const start = options.atStart ? `(?<=\\| ${upTo(4, opening)})` : ''
  return {
    name,
    basis: options.basis ?? 'phrase',
    firstWords,
    pattern: new RegExp(` ${notAfter}${start}${one(first)}${then}`, 'y'),
    notOfBusiness: options.notOfBusiness ?? false,
    notIfTextsAreWelcome: options.notIfTextsAreWelcome ?? false,
  }
}

/** One of the words, and the space after it. */
export function one(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|')}) `
}

/** At most so many of the words, each with the space after it. */
export function upTo(most: number, words: string): string {
  return `(?:${one(words)}){0,${most}}`
}

/** At most so many words, whatever they are, within the part. */
export function anyWords(most: number): string {
  return `(?:\\w+ ){0,${most}}`
}
