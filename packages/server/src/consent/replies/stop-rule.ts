/**
 * A pattern over a reply written as ` | please stop texting me | thanks | `: words separated by single spaces, parts by
 * bars. It is tried only at one of its first words, and every repetition is bounded, so matching stays fast on any
 * reply.
 */
export interface StopRule {
  readonly name: string
  readonly basis: 'phrase' | 'doubt'
  readonly firstWords: readonly string[]
  readonly pattern: RegExp
  /** The rule does not apply if business follows ("remove me as trustee"). */
  readonly notOfBusiness: boolean
  /** The rule does not apply if the person asks for texts ("stop calling me, just text me"). */
  readonly notIfTextsAreWelcome: boolean
}

interface Options {
  readonly basis?: 'doubt'
  readonly notOfBusiness?: true
  readonly notIfTextsAreWelcome?: true
  /** Words that must not precede the match: "I never text" is not a command. */
  readonly notAfter?: string
  /** Only at the start of a part, ignoring polite words. */
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

/** Matches one of the words and the space after it. */
export function one(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|')}) `
}

/** Matches up to this many of the words, each with the space after it. */
export function upTo(most: number, words: string): string {
  return `(?:${one(words)}){0,${most}}`
}

/** Matches up to this many arbitrary words within the part. */
export function anyWords(most: number): string {
  return `(?:\\w+ ){0,${most}}`
}
