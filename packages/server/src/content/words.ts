// Words as the library compares them. Items and searches are folded alike, so that PostgreSQL, which cuts them to stems,
// meets nothing but letters, digits and spaces: its own parser makes one word of 60/40 and a negative number of COVID-19.

/** Letters that are not a plain letter with a mark. */
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

/** In lower case, without accents and punctuation. 401(k), which people write 401k as well, stays one word. */
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
  /** All but the last: each must be in the item, in some form. Empty where there is one word only. */
  readonly leading: string
  /** May still be in the typing: it is also found as the beginning of a word. */
  readonly last: string
  readonly isLastPrefix: boolean
}

/** A single letter begins too many words to be of use. */
const prefixCharactersMin = 2

/** Undefined where no word is in the text: % or "&" are characters like others, and no item has them as a word. */
export function searchWordsOf(text: string): SearchWords | undefined {
  const words = foldWords(text).split(' ')
  const last = words.pop()
  if (last === undefined || last === '') return undefined
  return { leading: words.join(' '), last, isLastPrefix: [...last].length >= prefixCharactersMin }
}
