import { isIP } from 'node:net'
import { COSEALG } from '@simplewebauthn/server/helpers'

/** Our WebAuthn relying party. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
  readonly name: string
}

/** Browsers tie a passkey to a host name with a secure connection: not to an IP address, and over http only to localhost. */
export function relyingPartyOf(publicOrigin: string): RelyingParty | undefined {
  const { protocol, hostname } = new URL(publicOrigin)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  if (!isSafe || isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined
  return { id: hostname, origin: publicOrigin, name: 'Parley' }
}

/** Supported by every authenticator. The library's own list depends on experiments in Node. */
export const signatureAlgorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256] as const
