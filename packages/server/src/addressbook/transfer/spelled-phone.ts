/** Characters people put between digits. */
const between = /[\s().\-\u2010-\u2013/]/g

/**
 * Converts a number as people write it to E.164: with a plus sign, or in North American format. Anything else is
 * returned unchanged and rejected later: guessing the country could text a stranger.
 */
export function spelledPhone(text: string): string {
  // A "(0)" trunk prefix is dialled only within the country and is not part of the number.
  if (text.includes('(0)')) return text
  const digits = text.replaceAll(between, '')
  if (/^\+\d+$/.test(digits)) return digits
  // Neither area codes nor exchanges start with 0 or 1.
  const [, national] = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? []
  return national === undefined ? text : `+1${national}`
}
