/** Parser of an option that may be repeated. */
export const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value]

/** As `collect`; one value may also be a list, separated by spaces or commas. */
export const collectWords = (value: string, previous: readonly string[] = []): string[] => [
  ...previous,
  ...value.split(/[\s,]+/).filter(word => word !== ''),
]
