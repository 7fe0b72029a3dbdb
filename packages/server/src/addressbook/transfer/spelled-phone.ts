/** What people put between the digits. */
const between = /[\s().\-\u2010-\u2013/]/g

/**
 * A number as people write it, in E.164: with a plus sign, or as North America does. Anything else is left as it is, and
 * refused for what it is: to guess its country would be to text a stranger.
 */
export function spelledPhone(text: string): string {
  // A zero that is dialled only within the country is part of no number.
  if (text.includes('(0)')) return text
  const digits = text.replaceAll(between, '')
  if (/^\+\d+$/.test(digits)) return digits
  // Neither area codes nor exchanges begin with 0 or 1.
  const [, national] = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? []
  return national === undefined ? text : `+1${national}`
}
