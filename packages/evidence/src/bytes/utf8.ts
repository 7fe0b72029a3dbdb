import { FormatError } from '../format-error.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text)

export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new FormatError(`${what} is not valid UTF-8.`)
  }
}
