import { createHash } from 'node:crypto'

/** SHA-256 of a request, independent of the order of its members. */
export const fingerprint = (asked: object): Buffer =>
  createHash('sha256').update(JSON.stringify(asked, sortMembers)).digest()

function sortMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
