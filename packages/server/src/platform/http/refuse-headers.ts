import { limits } from '@parley/contract'
import { Problem } from '../problem/problem.ts'

export function refuseOtherVersions(version: string | string[] | undefined): void {
  if (version === undefined || (typeof version === 'string' && /^1(\.[0-9]{1,9}){0,2}$/.test(version))) return
  throw new Problem(
    'version_mismatch',
    'This address serves version 1, and the API-Version header asks for another.',
  )
}

export function refuseOddKeys(key: string | string[] | undefined): void {
  if (key === undefined) return
  const fits = typeof key === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)
  if (fits && key.length <= limits.idempotencyKeyCharacters) return
  throw new Problem(
    'invalid_request',
    `The Idempotency-Key header must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters.`,
  )
}
