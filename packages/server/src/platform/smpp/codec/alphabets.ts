import { decodeGsm, encodeGsm } from './gsm-alphabet.ts'

/** The carrier's meaning of data_coding 0, which the standard leaves open. */
export type DefaultAlphabet = 'gsm' | 'latin1'

const dataCodings = { default: 0, ucs2: 8 } as const

export interface EncodedText {
  readonly dataCoding: number
  readonly bytes: Buffer
  readonly unit: 'gsm' | 'ucs2'
}

/** In the carrier's default alphabet if that has all characters, else in UCS-2, where an emoji takes two. */
export function encodeText(text: string, defaultAlphabet: DefaultAlphabet): EncodedText {
  const bytes = defaultAlphabet === 'gsm' ? encodeGsm(text) : encodeLatin1(text)
  if (bytes) return { dataCoding: dataCodings.default, bytes, unit: 'gsm' }
  return { dataCoding: dataCodings.ucs2, bytes: Buffer.from(text, 'utf16le').swap16(), unit: 'ucs2' }
}

/** Only characters that take one character of the phone's alphabet as well: the carrier counts in those. */
function encodeLatin1(text: string): Buffer | undefined {
  if (encodeGsm(text)?.length !== text.length) return undefined
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text ? bytes : undefined
}

/** SMPP data codings that are encodings of the platform. */
const labels: Readonly<Record<number, string>> = {
  5: 'shift_jis',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  10: 'iso-2022-jp',
  13: 'euc-jp',
  14: 'euc-kr',
}

/** Decodes a message. Binary data is marked as such; it is archived, too. */
export function decodeText(bytes: Buffer, dataCoding: number, defaultAlphabet: DefaultAlphabet): string {
  const label = labels[dataCoding]
  if (label !== undefined) return new TextDecoder(label).decode(bytes)
  switch (kindOf(dataCoding)) {
    case 'default':
      return defaultAlphabet === 'gsm' ? decodeGsm(bytes) : bytes.toString('latin1')
    case 'gsm':
      return decodeGsm(bytes)
    case 'latin1':
      return bytes.toString('latin1')
    case 'ucs2':
      return decodeUcs2(bytes)
    case 'data':
      // Gateways set wrong codings. Anything readable as text is treated as text: it may be a STOP.
      if (isAscii(bytes)) return bytes.toString('latin1')
      return `[${bytes.length} bytes of data: ${bytes.toString('hex')}]`
  }
}

const isAscii = (bytes: Buffer): boolean => /^[\x20-\x7e\r\n]+$/.test(bytes.toString('latin1'))

type Kind = 'default' | 'gsm' | 'latin1' | 'ucs2' | 'data'

function kindOf(dataCoding: number): Kind {
  switch (dataCoding) {
    case 0:
      return 'default'
    case 1:
    case 3:
      return 'latin1'
    case 8:
      return 'ucs2'
  }
  return dataCoding < 0x10 ? 'data' : kindByGsm(dataCoding)
}

/**
 * Values from 16 on are those of GSM 03.38: message classes, messages that delete themselves, and message waiting. By that
 * standard, reserved values mean the phone's alphabet.
 */
function kindByGsm(dataCoding: number): Kind {
  const group = dataCoding >> 4
  if (group < 8) return (['gsm', 'data', 'ucs2', 'gsm'] as const)[(dataCoding >> 2) & 3] ?? 'gsm'
  if (group === 0xe) return 'ucs2'
  return group === 0xf && dataCoding & 4 ? 'data' : 'gsm'
}

/** A trailing byte is shown as an unreadable character. */
function decodeUcs2(bytes: Buffer): string {
  const whole = Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
  return bytes.length % 2 === 0 ? whole : `${whole}\ufffd`
}
