import { encode } from 'uqr'
import { base32 } from './base32.ts'
import { inGroups } from './recovery-codes.ts'

export interface DescribedSetup {
  /** To type into an app that cannot scan. */
  readonly key: string
  /** Side of the QR code in modules, with its margin. */
  readonly size: number
  /** Its dark modules, as the data of an SVG path. */
  readonly path: string
}

/** QR readers need it. */
const marginModules = 4

/** What an authenticator app needs to know. */
export function describeSetup(secret: Buffer, email: string): DescribedSetup {
  const key = base32(secret)
  const label = encodeURIComponent(`Parley:${email}`)
  const { data, size } = encode(`otpauth://totp/${label}?secret=${key}&issuer=Parley`, {
    ecc: 'M',
    border: marginModules,
  })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { key: inGroups(key), size, path }
}
