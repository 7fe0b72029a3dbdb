/** A number with its noun: 1 contact, 2 contacts. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
