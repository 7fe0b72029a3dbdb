/** Keeps the texts that have a value. On the wire an unknown one is omitted, never null. */
export const known = <Name extends string>(
  texts: Readonly<Record<Name, string | null>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)) as Partial<
    Record<Name, string>
  >
