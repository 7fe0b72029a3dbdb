// Maps look-alike characters to plain letters where Unicode's own decomposition (NFKD) does not.

/** Pairs of a character and the letter it looks like. */
const drawings: readonly string[] = [
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ǫq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz', // small capitals
  'аa вb еe іi јj кk мm нh оo рp сc ѕs тt уy хx', // Cyrillic
  'αa εe τt οo σo ρp υu ιi κk νn χx', // Greek
  'øo ŧt đd łl þp ꞩs ʇt ₴s ₮t ₱p', // strokes, upside down, currency
  'ꓢs ꓔt ꓳo ꓑp ꮪs ꮥs ꭲt ꮎo ꮲp', // Lisu, Cherokee
]

const letters: ReadonlyMap<string, string> = new Map(
  drawings.flatMap(alphabet => alphabet.split(' ')).map(pair => [pair.slice(0, -1), pair.slice(-1)]),
)
const drawn = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu')

/** First code points of the 26-letter alphabets on emoji keyboards: negative circled, negative squared, flags. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]

export function plainLetters(text: string): string {
  return text
    .replace(/[\ufb50-\ufdff]+/g, ' ') // a single one of these ligatures would become eighteen letters
    .normalize('NFKD') // turns full-width, bold and circled letters into plain ones and splits off accents
    .toLowerCase() // only after NFKD: bold capitals have no lower case of their own
    .replace(/[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]/gu, '') // accents and invisible characters
    .replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, letterFrom)
    .replace(/(?<![a-z])do\u0287s(?![a-z])/g, 'stop') // upside down
    .replace(/(?<!\p{L})стоп(?!\p{L})/gu, ' stop ')
    .replace(drawn, sign => letters.get(sign) ?? sign)
    .replace(/(?<=st)(?:[⭕⛔🚫🛑🔴]|\(\)|\[\])(?=p)/gu, 'o')
    .replace(/(?<![a-z0-9])s\*{2}p(?![a-z0-9])/g, 'stop')
    .replace(spelledStop, ' stop ')
}

// S T O P with anything between the letters: line breaks, wide gaps, clapping emoji. Not inside a longer spelled-out
// word.
const spelledStop =
  /(?<![a-z0-9])(?<!(?<![a-z0-9])[a-z0-9][^a-z0-9]{1,2})[s5$][^a-z0-9]{1,4}[t7+][^a-z0-9]{1,4}[o0][^a-z0-9]{1,4}p(?![a-z0-9])/g

function letterFrom(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const first = alphabets.findLast(start => start <= code) ?? code
  return String.fromCodePoint(97 + code - first)
}
