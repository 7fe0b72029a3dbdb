/**
 * Whether a value is as expected: a function decides, a regular expression must match, the members of an object must
 * match (undefined: must be absent), and the items of a list must match one by one.
 */
export function matches(seen: unknown, expected: unknown): boolean {
  if (typeof expected === 'function') return expected(seen) === true
  if (expected instanceof RegExp) return typeof seen === 'string' && expected.test(seen)
  if (Array.isArray(expected)) {
    return (
      Array.isArray(seen) &&
      seen.length === expected.length &&
      expected.every((item, index) => matches(seen[index], item))
    )
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof seen !== 'object' || seen === null) return false
    return Object.entries(expected).every(([name, member]) =>
      member === undefined ? !(name in seen) : matches(Reflect.get(seen, name), member),
    )
  }
  return Object.is(seen, expected)
}

export const isInteger = (value: unknown): boolean => Number.isSafeInteger(value)
export const isNumber = (value: unknown): boolean => typeof value === 'number'
export const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
export const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0
export const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  new Date(value).toISOString() === value

/** A list whose items all match. */
export function anyListOf(item: unknown): (value: unknown) => boolean {
  return function isList(value) {
    return Array.isArray(value) && value.every(each => matches(each, item))
  }
}

/** A list with at least one item, whose items all match: an empty one would prove nothing. */
export function listOf(item: unknown): (value: unknown) => boolean {
  return function isFilledList(value) {
    return Array.isArray(value) && value.length > 0 && anyListOf(item)(value)
  }
}

/** One of these values. */
export function oneOf(...values: readonly unknown[]): (value: unknown) => boolean {
  return function isOne(value) {
    return values.includes(value)
  }
}

/** For a failure: short, and with the names of functions. */
export function show(value: unknown): string {
  const json = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'function') return `<${member.name}>`
    return member instanceof RegExp ? String(member) : member
  })
  const text = json ?? String(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
