// A phone that cannot send a reaction sends it as text and quotes the message, including our "Reply STOP to opt out":
// Liked “Hi, it’s Avery. Reply STOP to opt out”. The quotation is ours; everything outside it is the recipient's.

export interface SetAside {
  /** The reply without its reactions and their quotations. */
  readonly said: string
  readonly quotations: readonly Quotation[]
}

export interface Quotation {
  readonly text: string
  /**
   * Phones and carriers cut long texts, so the closing mark can be missing. Then the quotation may include the reply.
   */
  readonly isClosed: boolean
}

// The emoji or word between verb and preposition. Bounded, so that a long reply is not scanned repeatedly.
const some = '[^“"«„\\n]{1,20}?'

const verbs: readonly string[] = [
  '(?:dis)?liked|loved|laughed at|emphasi[sz]ed|questioned|replied to|replying to|in reply to|re',
  `reacted ${some} to|removed ${some} from`,
  '(?:no )?le gust[oó]|le encant[oó]|se ri[oó] de|enfatiz[oó]|destac[oó]|cuestion[oó]',
  `reaccion[oó] ${some} a|(?:elimin|quit)[oó] ${some} de`,
  "(?:n['’] ?)?a (?:pas )?(?:aimé|adoré|ri de|souligné|mis en évidence|questionné)",
  `a réagi ${some} à|a supprimé ${some} de`,
  `gefällt(?: nicht)?|liebt|lachte über|betonte|hinterfragte|hat(?: über)?|reagierte ${some} auf`,
  `(?:não )?gostou de|amou|adorou|riu de|enfatizou|questionou|reagiu ${some} a|removeu ${some} de`,
  `(?:non )?piace|adora|ha (?:messo|aggiunto|reagito) ${some} a|ha riso di`,
  'đã (?:yêu )?thích|không thích|(?:не )?(?:понравилось|нравится)|nagustuhan ang',
  '(?:不|不太)?喜[欢歡]|[赞讚踩]了?',
  '\\p{Extended_Pictographic}[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{M}]{0,7} to',
]

const opening = new RegExp(`^\\s{0,3}(?:${verbs.join('|')})\\s{0,3}:?\\s{0,3}([“"«„])`, 'gimu')

export function setAsideReactions(text: string): SetAside {
  if (!/[“"«„]/.test(text)) return { said: text, quotations: [] }
  const reply = text.normalize('NFC').replace(/\p{Cf}/gu, '') // Android wraps the emoji and the quotation in these characters
  const quotations: Quotation[] = []
  let said = ''
  let from = 0
  opening.lastIndex = 0
  for (let match = opening.exec(reply); match; match = opening.exec(reply)) {
    const start = opening.lastIndex
    const end = endOfQuotation(reply, start, match[1] ?? '')
    quotations.push({ text: reply.slice(start, end ?? reply.length), isClosed: end !== undefined })
    said += `${reply.slice(from, match.index)}\n`
    from = end === undefined ? reply.length : end + 1
    opening.lastIndex = from
  }
  return quotations.length === 0 ? { said: text, quotations } : { said: said + reply.slice(from), quotations }
}

/** Finds the closing mark. Quotations may nest: Liked “She said “hello” to me”. */
function endOfQuotation(reply: string, start: number, mark: string): number | undefined {
  let depth = 1
  for (let at = start; at < reply.length; at++) {
    const kind = kindOfMark(reply, at, mark)
    if (kind === 'opens') depth++
    if (kind === 'closes' && --depth === 0) return at
  }
  return undefined
}

function kindOfMark(reply: string, at: number, mark: string): 'opens' | 'closes' | undefined {
  const sign = reply.charAt(at)
  if (mark === '„') return sign === '“' || sign === '”' ? 'closes' : undefined
  if (mark === '“') return sign === '“' ? 'opens' : sign === '”' ? 'closes' : undefined
  if (mark === '«') return sign === '«' ? 'opens' : sign === '»' ? 'closes' : undefined
  if (sign !== '"') return undefined
  return /\s/.test(reply.charAt(at - 1)) && /\S/.test(reply.charAt(at + 1)) ? 'opens' : 'closes'
}
