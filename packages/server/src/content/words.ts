// Word normalization of the library. Items and searches are folded alike, so that PostgreSQL, which stems them, sees only
// letters, digits and spaces: its own parser makes one word of 60/40 and a negative number of COVID-19.

/** Letters that are not a base letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
}

/** In lower case, without accents and punctuation. 401(k), also written 401k, stays one word. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþıħ]/g, letter => plainLetters[letter] ?? letter)
    .replaceAll(/(\p{N})\((\p{L})\)/gu, '$1$2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export interface SearchWords {
  /** All but the last: each must match in some form. Empty if there is only one word. */
  readonly leading: string
  /** May be incomplete while typing: it also matches as a prefix. */
  readonly last: string
  readonly isLastPrefix: boolean
}

/** A single letter is too short to be a useful prefix. */
const prefixCharactersMin = 2

/** Undefined if the text has no word: no item has % or "&" as a word. */
export function searchWordsOf(text: string): SearchWords | undefined {
  const words = foldWords(text).split(' ')
  const last = words.pop()
  if (last === undefined || last === '') return undefined
  return { leading: words.join(' '), last, isLastPrefix: [...last].length >= prefixCharactersMin }
}
