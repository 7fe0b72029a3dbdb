import { InvalidArgumentError } from 'commander'

/** A parser of an option or argument that takes a whole number within these limits. */
export const wholeNumber =
  (min: 0 | 1 = 0, max = 999_999_999_999_999) =>
  (text: string): number => {
    const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(
      min === 0 ? 'Must be a whole number.' : 'Must be a whole number, 1 or more.',
    )
  }
