import { SegmentedMessage } from 'sms-segments-calculator'

interface Segments {
  /** How many texts the carrier makes of it. */
  readonly count: number
  readonly characters: number
  /** Characters that make every text shorter, each once. */
  readonly special: readonly string[]
  /** How many texts it would be with plain characters in their place, where that is fewer. */
  readonly plainCount: number | undefined
}

/** What typing on a phone or pasting from a document puts in place of plain characters. */
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
