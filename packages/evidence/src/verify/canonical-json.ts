/** Deeper than anything the service writes. Values are visited by recursion. */
const depthMax = 100

/**
 * The value of a text that is JSON in its one form (RFC 8785), which is what the service writes. Undefined for any other: most parsers take the last of two
 * members with one name, and another reader may take the first.
 */
export function parseCanonicalJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isShallow(value, depthMax)) return undefined
  const printed = isInOrder(value) ? JSON.stringify(value) : printInOrder(value)
  return printed === text ? value : undefined
}

/** As RFC 8785 prints a value that came from JSON. */
export const printCanonicalJson = (value: unknown): string => printInOrder(value)

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every(member => isShallow(member, depth - 1))
}

/** Then the engine prints it as the standard does, and faster. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isInOrder)
  let last: string | undefined
  for (const [key, member] of Object.entries(value)) {
    if (last !== undefined && key < last) return false
    if (!isInOrder(member)) return false
    last = key
  }
  return true
}

/** Sorted by UTF-16 code units. The engine puts keys that look like numbers first, by their value. */
function printInOrder(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(printInOrder).join(',')}]`
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${printInOrder(member)}`)
  return `{${members.join(',')}}`
}
