/** RFC 3339 allows a leap second, which JavaScript does not: it becomes the first second of the next minute. */
export function instantOf(text: string): Date {
  const isLeap = /:60(?=[.Zz+-])/.test(text)
  const instant = new Date(isLeap ? text.replace(/:60(?=[.Zz+-])/, ':59') : text)
  return isLeap ? new Date(instant.getTime() + 1_000) : instant
}
