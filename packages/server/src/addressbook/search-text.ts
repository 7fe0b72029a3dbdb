/** A pattern that finds the text anywhere. Nothing in it is a wildcard. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** What is looked for, or undefined where it is nothing. */
export function wantedText(search: string | undefined): string | undefined {
  const wanted = search?.trim()
  return wanted === '' ? undefined : wanted
}
