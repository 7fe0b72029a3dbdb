/** More than any operation, sign-in page or carrier uses. */
export const parametersMax = 64

/**
 * Whether a query string or a form has too many parameters. Counted before parsing: libraries compare each name with all
 * others, and 15 kB of "a&a&…" would block the process for two seconds.
 */
export function hasTooManyParameters(text: string): boolean {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > parametersMax) return true
  }
  return false
}
