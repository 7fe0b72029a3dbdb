/**
 * Rejects unknown names. The service ignores unknown fields, so a misspelled one would be lost silently, and TypeScript
 * catches that only for object literals.
 */
export function refuseUnknown(
  known: readonly string[],
  given: object | undefined,
  what: 'field' | 'option',
): void {
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value !== undefined && !known.includes(name)) {
      throw new TypeError(`Unknown ${what} ${name}. Known: ${known.join(', ')}.`)
    }
  }
}
