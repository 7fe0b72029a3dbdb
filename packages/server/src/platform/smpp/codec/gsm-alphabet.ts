// GSM 03.38, the alphabet of phones: seven bits a character. In SMPP each takes a byte.

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** After the escape. */
const extended: Readonly<Record<number, string>> = {
  10: '\f',
  20: '^',
  40: '{',
  41: '}',
  47: '\\',
  60: '[',
  61: '~',
  62: ']',
  64: '|',
  101: '€',
}
const escape = 0x1b

const unknown = 0xffff
const extendedBit = 0x100

/** By UTF-16 code. */
const codes = new Uint16Array(0x1_0000).fill(unknown)
for (let code = 0; code < basic.length; code += 1) codes[basic.charCodeAt(code)] = code
for (const [code, character] of Object.entries(extended)) {
  codes[character.charCodeAt(0)] = Number(code) | extendedBit
}
codes[escape] = unknown

/** Undefined if the alphabet lacks a character. */
export function encodeGsm(text: string): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(text.length * 2)
  let at = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = codes[text.charCodeAt(index)] ?? unknown
    if (code === unknown) return undefined
    if (code & extendedBit) bytes[at++] = escape
    bytes[at++] = code & 0x7f
  }
  return bytes.subarray(0, at)
}

/** For an unknown escaped character, a phone shows the plain one, and so do we. Invalid characters are shown as such. */
export function decodeGsm(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 1) {
    let code = bytes[at] as number
    if (code === escape) {
      at += 1
      code = bytes[at] ?? escape
      text += extended[code] ?? plain(code)
    } else text += plain(code)
  }
  return text
}

function plain(code: number): string {
  if (code === escape) return ' '
  return basic[code] ?? '\ufffd'
}

/** Whether splitting here would separate an escape from its character. */
export const isGsmEscape = (byte: number | undefined): boolean => byte === escape
