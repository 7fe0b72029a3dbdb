import type { Chosen } from './chosen.ts'

const fold = (words: string): string =>
  words.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()

/**
 * Place of an offer for these words, lowest first: the number itself, people and then groups whose name begins with the words,
 * then matches elsewhere, such as in an email address or within a word.
 */
export function rankOffer({ kind, label }: Chosen, typed: string): number {
  if (kind === 'phone') return 0
  const words = fold(typed.trim())
  const name = fold(label)
  const isPerson = kind === 'contact'
  if (words === '') return isPerson ? 2 : 1
  if (name.startsWith(words)) return isPerson ? 1 : 3
  if (name.includes(` ${words}`)) return isPerson ? 2 : 4
  return isPerson ? 5 : 6
}
