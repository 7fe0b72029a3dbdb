/** The normalized search text, or undefined if empty. */
export function normalizeSearchText(search: string | undefined): string | undefined {
  const wanted = search?.trim()
  return wanted === '' ? undefined : wanted
}
