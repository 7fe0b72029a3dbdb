import { createHash } from 'node:crypto'

/** SHA-256 of what is asked, whatever the order in which its members were written. */
export const fingerprint = (asked: object): Buffer =>
  createHash('sha256').update(JSON.stringify(asked, sortMembers)).digest()

function sortMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
