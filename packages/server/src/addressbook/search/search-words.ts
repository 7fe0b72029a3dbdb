/**
 * The words of a search, each to be found anywhere in a contact, in any order; undefined if there are none. Spelling is
 * folded in SQL, by the function that folds what is stored. A number may be written in any format: its digits count.
 */
export function searchWordsOf(search: string | undefined): readonly string[] | undefined {
  const tokens = (search ?? '').replace(/['’‘ʼʻʹ′´`]/g, '').split(/[\s,;:"]+/)
  const words: string[] = []
  let digits = ''
  for (const token of [...tokens, '']) {
    if (isPartOfNumber(token, digits)) digits += token.replaceAll('(0)', '').replace(/\D/g, '')
    else {
      if (digits !== '') words.push(withoutPrefix(digits))
      digits = ''
      words.push(...wordsIn(token))
    }
  }
  const distinct = [...new Set(words)]
  return distinct.length === 0 ? undefined : distinct
}

/** Punctuation alone continues a number: "202 - 555". */
const isPartOfNumber = (token: string, digits: string): boolean =>
  digits === '' ? /^[+(]*\d[\d().+/-]*$/.test(token) : /^[\d().+/-]+$/.test(token)

const nationalDigits = 8

/** Numbers are stored without the zeros that are dialed before a country or area code. */
const withoutPrefix = (digits: string): string =>
  digits.length >= nationalDigits ? digits.replace(/^0+(?=\d)/, '') : digits

/** Double-barrelled names are found by each part, so also when written with a space. */
const wordsIn = (token: string): string[] =>
  token
    .split(/[()\u2010-\u2015/-]+/)
    .map(word => word.replace(/^\.+|\.+$/g, ''))
    .filter(word => word !== '')
