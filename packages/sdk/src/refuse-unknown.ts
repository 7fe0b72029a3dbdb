import type { Members } from './members.generated.ts'

/**
 * Rejects unknown names, also in the lines of a list. The service ignores unknown fields, so a misspelled one would be lost
 * silently, and TypeScript catches that only for object literals.
 */
export function refuseUnknown(
  known: Members,
  given: object | undefined,
  what: 'field' | 'option',
  path = '',
): void {
  const names = known.map(each => (typeof each === 'string' ? each : each[0]))
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === undefined) continue
    if (!names.includes(name)) {
      throw new TypeError(`Unknown ${what} ${path}${name}. Known: ${names.join(', ')}.`)
    }
    const inner = known[names.indexOf(name)]
    if (typeof inner !== 'object') continue
    for (const [index, line] of [value].flat().entries()) {
      const place = Array.isArray(value) ? `${name}[${index}]` : name
      if (isObject(line)) refuseUnknown(inner[1], line, what, `${path}${place}.`)
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
