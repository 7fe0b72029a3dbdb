const plus = 0x2b
const space = 0x20

/**
 * Replaces every plus sign by a space, in bytes: `replaceAll`, like URLSearchParams, joins a string from as many pieces as
 * there are signs, which takes ten times as long (3 ms for 64 kB).
 */
export function plusAsSpace(text: string): string {
  if (!text.includes('+')) return text
  const bytes = Buffer.from(text)
  for (let at = bytes.indexOf(plus); at < bytes.length; at += 1) if (bytes[at] === plus) bytes[at] = space
  return bytes.toString()
}
