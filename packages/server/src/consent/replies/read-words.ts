// Turns a reply as typed into plain words, so that the rules need only one spelling.
import { plainLetters } from './plain-letters.ts'
import { strongStops, weakStops } from './vocabulary.ts'

/** The words of a reply by part. A part ends at a sentence, comma, line break, bracket or emoji. */
export type Parts = readonly (readonly string[])[]

/** `shorn` is the reply without its signature and quoted lines. */
export function readWords(text: string): { all: Parts; shorn: Parts } {
  const letters = plainLetters(text)
  const lines = letters.split(/\r\n?|\n/)
  const kept = withoutSignature(lines)
  const all = partsOf(lines)
  return { all, shorn: kept.length === lines.length ? all : partsOf(kept) }
}

function partsOf(lines: readonly string[]): Parts {
  return lines
    .map(withoutAddresses)
    .join('\n')
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/(?<![a-z0-9$@+])(?=[a-z]*[0-9$@+])[a-z0-9$@+]{2,12}(?![a-z0-9$@+])/g, lettersForDigits) // 5t0p
    .replace(/(?<=[a-z])[*@$]+(?=[a-z])/g, '') // f**k, s*t*o*p
    .replace(/\b401\(k\)/g, '401k')
    .replace(/\bopt\s{0,3}[-\u2010-\u2015]\s{0,3}(?=out|in)/g, 'opt ')
    .replace(/#+/g, ' number ')
    .replace(/(?:🛑\s?)+/gu, ' stop ')
    .replace(/([a-z])\1{2,}/g, (_, letter: string) => ('lf'.includes(letter) ? letter + letter : letter)) // STOPPP, allll
    .replace(/\bstop(?:2(?=quit|end)|(?=(?:it|now|please|text|texting|messaging|spam|\d{1,2})\b))/g, 'stop ')
    .replace(/\bnomore\b/g, 'no more')
    .replace(/(?<![a-z0-9])[a-z](?:[^a-z0-9\n]{1,2}[a-z](?![a-z0-9])){2,}/g, spelled =>
      spelled.replace(/[^a-z]/g, ''),
    )
    .split(/[.,;:!?()[\]{}<>|•…\n\r\u2013\u2014\p{Extended_Pictographic}]|\s-+\s/u)
    .map(wordsOf)
    .flatMap(beforePlease)
    .filter((words, position, all) => words.length > 0 && !isSame(words, all[position - 1]))
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex(
    (line, position) => position > 0 && /^\s*(?:--\s*$|sent from |enviado desde |get outlook )/.test(line),
  )
  return lines.slice(0, end < 0 ? lines.length : end).filter(line => !/^>\s*\w/.test(line))
}

/** "https://stop.example" is not a request to stop. */
function withoutAddresses(line: string): string {
  if (!/:\/\/|www\.|@/.test(line)) return line
  return line
    .split(/\s/)
    .filter(word => !/:\/\/|^www\.|@\w+\./.test(word))
    .join(' ')
}

/** Digits and signs used as letters. "1" is read both as i and as l. */
const digits: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
  '+': 't',
}
/** Only these words have their digits replaced: "401k" must stay as it is. */
const spelledWithDigits = new Set([
  ...strongStops,
  ...weakStops,
  ...'stopp opt out me text texts texting txting messages please delete lose'.split(' '),
])

function lettersForDigits(word: string): string {
  const read = word.replace(/[0-9$@+]/g, sign => digits[sign] ?? sign)
  const other = word.replaceAll('1', 'l').replace(/[0-9$@+]/g, sign => digits[sign] ?? sign)
  return [read, other].find(letters => spelledWithDigits.has(letters)) ?? word
}

const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stop: 'stpo sotp stopp stoop sttop stopo st0p 5top ctop stahp sopt tsop estop pakistop',
    cancel: 'cancle cancell cansel canel cancil canncel',
    quit: 'quitt qiut',
    revoke: 'revok revoque rivoke',
    remove: 'rmove remov remve rwmove reomve removed',
    unsubscribe: 'unsub unsubscribed unsubscribing desubscribe',
    agree: 'agre',
    please: 'pls plz plse plese pleas pleae plez porfavor porfa xfa xfavor',
    thanks: 'thx tks tnx ty thanx thankyou thank gracias thankx tysm',
    you: 'u yall yous',
    cant: 'cannot',
    with: 'w',
    your: 'ur',
    text: 'txt tex',
    texts: 'txts',
    texting: 'txting txtng textin texing texring txtin textng',
    texted: 'txted',
    message: 'msg mesage messege messge',
    messages: 'msgs mesages messeges messges msges',
    messaging: 'msging messagin mesaging msgin',
    number: 'numbr nmber nbr num numbe',
    dont: 'donot dnt',
    fucking: 'fing fuckin fkn fckn fkin effing freaking frickin',
    fuck: 'fk fck f',
    mensaje: 'msj mensage',
    mensajes: 'msjs mensages',
    desuscribir: 'desuscribirme desuscribirse desuscribe desuscribeme',
    nomas: 'namas',
  }).flatMap(([word, others]) => others.split(' ').map(other => [other, word] as const)),
)

function oneSpelling(typed: string): string {
  return spellings.get(typed) ?? (isNearly(typed, 'unsubscribe') ? 'unsubscribe' : typed)
}

/** Allows two typos in a long word. */
function isNearly(word: string, meant: string): boolean {
  if (word[0] !== meant[0] || Math.abs(word.length - meant.length) > 2) return false
  let above = Array.from({ length: meant.length + 1 }, (_, column) => column)
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    for (let column = 1; column <= meant.length; column++) {
      const change = word[row - 1] === meant[column - 1] ? 0 : 1
      current.push(
        Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + change),
      )
    }
    above = current
  }
  return (above[meant.length] ?? 3) <= 2
}

const pairs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'do not': 'dont',
    'did not': 'didnt',
    'does not': 'doesnt',
    'is not': 'isnt',
    'will not': 'wont',
    'can not': 'cant',
    'have not': 'havent',
    'would not': 'wouldnt',
    'should not': 'shouldnt',
    'could not': 'couldnt',
    'must not': 'dont',
    'no longer': 'nolonger',
    'any more': 'anymore',
    'any longer': 'anymore',
    'opt out': 'optout',
    'opting out': 'optout',
    'opted out': 'optout',
    'opt in': 'optin',
    'un subscribe': 'unsubscribe',
    'thanks you': 'thanks',
    'por favor': 'please',
    'no mas': 'nomas',
    'right now': 'now',
    'at once': 'now',
    'you all': 'you',
    'you guys': 'you',
    'you people': 'you',
    'id like': 'i want',
    'would like': 'want',
    'k 1': 'k1',
    'dung lai': 'stop',
    'st op': 'stop',
    's top': 'stop',
    'sto p': 'stop',
    'e mail': 'email',
    'e mails': 'emails',
  }),
)

function wordsOf(part: string): string[] {
  const words: string[] = []
  for (const typed of part.split(/[^a-z0-9]+/)) {
    const word = oneSpelling(typed)
    const last = words.at(-1)
    if (word === '' || word === last) continue // "stop stop stop"
    const pair = last === undefined ? undefined : pairs.get(`${last} ${word}`)
    if (pair === undefined) words.push(word)
    else words.splice(-1, 1, ...pair.split(' '))
  }
  return words
}

/** Dictated replies have no punctuation: "she is eighty please stop". "Can we please cancel" stays whole. */
function beforePlease(words: string[]): string[][] {
  const starts = words.flatMap((word, position) =>
    word === 'please' && position > 0 && words[position - 1] !== 'we' ? [position] : [],
  )
  return [0, ...starts].map((start, index) => words.slice(start, starts[index]))
}

function isSame(words: readonly string[], others: readonly string[] | undefined): boolean {
  return words.length === others?.length && words.every((word, position) => word === others[position])
}
