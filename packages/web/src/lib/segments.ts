import { SegmentedMessage } from 'sms-segments-calculator'

interface Segments {
  /** Number of texts the carrier will charge. */
  readonly count: number
  readonly characters: number
  /** Distinct characters that need the longer encoding. */
  readonly special: readonly string[]
  /** Number of texts with plain characters, if that is fewer. */
  readonly plainCount: number | undefined
}

/** Typographic characters that phones and documents insert, with their plain replacements. */
const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '•': '-',
  '\t': ' ',
}

export const withPlainCharacters = (text: string): string =>
  text.replace(/[‘’‚“”„–—…\u00a0\u2009\u202f•\t]/g, character => plain[character] ?? character)

export function segmentsOf(text: string): Segments {
  const message = new SegmentedMessage(text)
  const special = [...new Set(message.getNonGsmCharacters())]
  const simplified = withPlainCharacters(text)
  const plainCount = simplified === text ? undefined : new SegmentedMessage(simplified).segmentsCount
  const count = text === '' ? 0 : message.segmentsCount
  return {
    count,
    characters: message.numberOfCharacters,
    special,
    plainCount: plainCount !== undefined && plainCount < count ? plainCount : undefined,
  }
}
