import { FormatError } from '../format-error.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const invalid = 64
const values = new Uint8Array(128).fill(invalid)
for (const [value, char] of [...alphabet].entries()) values[char.charCodeAt(0)] = value

/**
 * Base64 with padding (RFC 4648, section 4). Bytes have one encoding only: unused bits that are not zero are rejected, so that
 * a note cannot be written in two ways.
 */
export function decodeBase64(text: string, what: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (text.length % 4 !== 0) throw new FormatError(`${what} is not base64.`)
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let bits = 0
  let offset = 0
  for (let index = 0; index < text.length - padding; index += 1) {
    const value = values[text.charCodeAt(index)] ?? invalid
    if (value === invalid) throw new FormatError(`${what} is not base64.`)
    bits = ((bits << 6) | value) & 0xff_ffff
    const pending = ((index + 1) * 6) % 8
    if (index % 4 > 0) bytes[offset++] = bits >> pending
  }
  if ((bits & ((1 << (padding * 2)) - 1)) !== 0) throw new FormatError(`${what} is not canonical base64.`)
  return bytes
}

export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63)
    text += index + 1 < bytes.length ? alphabet.charAt((group >> 6) & 63) : '='
    text += index + 2 < bytes.length ? alphabet.charAt(group & 63) : '='
  }
  return text
}
