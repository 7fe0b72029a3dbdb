const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** How dates with slashes are written in a column, as far as its values show it. */
export type DateOrder = 'month first' | 'day first' | 'unknown'

/**
 * A date as people write it, in the format YYYY-MM-DD; undefined if it cannot be read for certain. 2/3/1960 is February 3, as in
 * the United States, unless another value of the column can only be day first: nobody gets a birthday that was guessed.
 */
export function writtenDate(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text)
  if (iso) return dateOf(iso[1], Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?: 0?0:00(?::00)?)?$/.exec(text)
  if (numbers) {
    const [one, other] = [Number(numbers[1]), Number(numbers[3])]
    const isMonthFirst = orderOf(one, other, numbers[2] === '/' ? order : 'unknown')
    if (isMonthFirst === undefined) return undefined
    return isMonthFirst ? dateOf(numbers[4], one, other) : dateOf(numbers[4], other, one)
  }
  const named = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (named) return dateOf(named[3], monthOf(named[1]), Number(named[2]))
  const reversed = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(text)
  return reversed ? dateOf(reversed[3], monthOf(reversed[2]), Number(reversed[1])) : undefined
}

/** True if the month comes first; undefined if that is not certain. */
function orderOf(one: number, other: number, order: DateOrder): boolean | undefined {
  if (one === other) return true
  if (one > 12) return false
  if (other > 12) return true
  return order === 'month first' ? true : undefined
}

/** 1 to 12, or 0. */
function monthOf(name = ''): number {
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const long = new Date(Date.UTC(2000, month - 1)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  const fits = name.length === 3 || name.toLowerCase() === 'sept' || name.toLowerCase() === long.toLowerCase()
  return month > 0 && fits ? month : 0
}

/** Two digits are a year of the last century, unless that year could also be one of this century. */
function dateOf(year = '', month: number, day: number): string | undefined {
  const century = Number(year) > new Date().getUTCFullYear() % 100 ? '19' : undefined
  const whole = year.length === 4 ? year : century && `${century}${year}`
  if (whole === undefined) return undefined
  const date = new Date(Date.UTC(Number(whole), month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && Number(whole) >= 1000
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** Notes the values of a column, one after another. */
export function notedOrder(before: DateOrder, text: string): DateOrder {
  const slashes = /^(\d{1,2})\/\d{1,2}\/(?:\d{4}|\d{2})/.exec(text)
  return slashes && Number(slashes[1]) > 12 ? 'day first' : before
}
