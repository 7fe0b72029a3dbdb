import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../secrets.ts'

/** Whether a client secret matches one of the hashes: two are valid during a rotation. */
export function secretMatches(secret: string, hashes: string): boolean {
  const given = Buffer.from(hashSecret(secret).toString('hex'))
  const matches = hashes
    .split(' ')
    .map(hash => Buffer.from(hash))
    .filter(known => known.length === given.length && timingSafeEqual(known, given))
  return matches.length > 0
}
