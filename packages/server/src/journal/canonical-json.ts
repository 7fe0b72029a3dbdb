import type { JsonObject } from '../jobs/job.ts'

type Json = JsonObject[string]

/** JSON as in RFC 8785: one text for one value, whoever wrote it, so that its digest can be checked anywhere. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number')
  if (typeof value === 'string' && !value.isWellFormed())
    throw new RangeError('half a character has no UTF-8')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  // The standard orders keys by UTF-16 code units, which is how sort compares.
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** Array.isArray does not tell a read-only array from an object. */
const isList = (value: object): value is readonly Json[] => Array.isArray(value)
