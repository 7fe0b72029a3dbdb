import type { Mistake } from './rules.ts'

/** The 49,000 most frequently leaked passwords. Loaded when the first password is set: it takes a tenth of a second. */
let loading: Promise<ReadonlySet<string>> | undefined

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Longer passwords are checked only up to here: 100 characters that pass are enough. */
const lookedAtMax = 100
const ownCharactersMin = 8
const distinctCharactersMin = 5

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = rows.flatMap(row => [row, [...row].toReversed().join('')])

/** Common substitutions of letters. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Rejects what attackers try first: leaked passwords, also repeated, decorated with digits or with substituted letters,
 * keyboard sequences, and the advisor's own name. Every step is linear in the password.
 */
export async function commonPasswordMistake(
  password: string,
  about: readonly (string | undefined)[],
): Promise<Mistake> {
  loading ??= loadList()
  const list = await loading
  const looked = password.normalize('NFKC').toLowerCase().slice(0, lookedAtMax)
  const plain = [...looked].map(character => disguises[character] ?? character).join('')
  if ([looked, plain].some(text => isCommon(text, list)) || isSimple(looked)) {
    return 'The password is one that attackers try first: it is common, or made of one common word, a repetition or a row of keys. Choose another, such as four words that do not belong together.'
  }
  if (withoutOwnWords(looked, about).length < ownCharactersMin) {
    return 'The password is little more than your name, firm or email address. Choose another.'
  }
  return undefined
}

function isCommon(text: string, list: ReadonlySet<string>): boolean {
  if (list.has(text) || list.has(unitOf(text))) return true
  const letters = text.replaceAll(/[^\p{L}]/gu, '')
  // A common word among many other characters is acceptable.
  if (letters.length < text.length / 2) return false
  const unit = unitOf(letters)
  return unit.length < 4 || list.has(letters) || list.has(unit)
}

/**
 * The repeated unit of the text, whose last repetition may be incomplete; the whole text if nothing repeats. Knuth, Morris and
 * Pratt.
 */
function unitOf(text: string): string {
  const borders = [0]
  for (let at = 1, border = 0; at < text.length; at += 1) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    if (text[at] === text[border]) border += 1
    borders.push(border)
  }
  const period = text.length - (borders.at(-1) ?? 0)
  return period <= text.length / 2 ? text.slice(0, period) : text
}

/** Few different characters, or only a few sequences of the alphabet or the keyboard. */
function isSimple(text: string): boolean {
  if (new Set(text).size < distinctCharactersMin) return true
  let count = 0
  for (let at = 0; at < text.length; count += 1) {
    const length = runLength(text, at)
    // One or two characters after the last sequence do not make it better.
    if (length < 3) return count <= 3 && text.length - at < 3
    at += length
  }
  return count <= 3
}

const runLength = (text: string, at: number): number =>
  Math.max(
    ...runs.map(run => {
      const from = run.indexOf(text[at] ?? '')
      let length = from < 0 ? 0 : 1
      while (length > 0 && from + length < run.length && run[from + length] === text[at + length]) length += 1
      return length
    }),
  )

function withoutOwnWords(text: string, about: readonly (string | undefined)[]): string {
  const words = about
    .flatMap(own =>
      (own ?? '')
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter(word => word.length >= 3)
  return words
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), text)
}
