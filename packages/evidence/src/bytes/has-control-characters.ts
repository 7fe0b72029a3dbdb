/** Whether a text contains characters below U+0020, a newline among them. */
export function hasControlCharacters(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 0x20) return true
  return false
}
