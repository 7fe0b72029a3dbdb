import { equalBytes } from '../bytes/bytes.ts'
import type { Certificate } from './certificate.ts'
import { verifySigned } from './verify-signed.ts'

export type ChainVerdict = 'trusted' | 'expired' | 'untrusted'

const depthMax = 8

interface ChainParts {
  readonly leaf: Certificate
  /** From the token, in any order and trusted by nobody. */
  readonly others: readonly Certificate[]
  readonly roots: readonly Certificate[]
  readonly timeMs: number
}

/** Whether a chain of certificates, all valid at this time, leads to one of the roots. Revocation lists are not read. */
export async function verifyChain({ leaf, others, roots, timeMs }: ChainParts): Promise<ChainVerdict> {
  if (!isValidAt(leaf, timeMs)) return 'expired'
  if (leaf.hasUnknownCritical) return 'untrusted'
  let sawExpired = false
  const climb = async (certificate: Certificate, below: number): Promise<boolean> => {
    if (roots.some(root => equalBytes(root.bytes, certificate.bytes))) return true
    if (below >= depthMax) return false
    for (const issuer of [...roots, ...others]) {
      if (!mayIssue(issuer, certificate, below)) continue
      if (!isValidAt(issuer, timeMs)) sawExpired = true
      else if ((await isSignedBy(certificate, issuer)) && (await climb(issuer, below + 1))) return true
    }
    return false
  }
  if (await climb(leaf, 0)) return 'trusted'
  return sawExpired ? 'expired' : 'untrusted'
}

const isValidAt = ({ notBeforeMs, notAfterMs }: Certificate, timeMs: number): boolean =>
  notBeforeMs <= timeMs && timeMs <= notAfterMs

function mayIssue(issuer: Certificate, { issuer: name, bytes }: Certificate, below: number): boolean {
  return (
    issuer.isAuthority &&
    !issuer.hasUnknownCritical &&
    (issuer.keyUsage?.signsCertificates ?? true) &&
    (issuer.pathLength ?? below) >= below &&
    equalBytes(issuer.subject, name) &&
    !equalBytes(issuer.bytes, bytes)
  )
}

const isSignedBy = ({ signed, algorithm, signature }: Certificate, { publicKey }: Certificate) =>
  verifySigned({ publicKey, algorithm, message: signed, signature })
