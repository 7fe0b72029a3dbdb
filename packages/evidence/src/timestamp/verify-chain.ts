import { equalBytes } from '../bytes/bytes.ts'
import { FormatError } from '../format-error.ts'
import type { Certificate } from './certificate.ts'
import { verifySigned } from './verify-signed.ts'

export type ChainVerdict = 'trusted' | 'expired' | 'untrusted'

const depthMax = 8
/** Honest tokens need two or three. Whoever fills a token with certificates must not make us check all pairs of them. */
const checksMax = 16

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
  let checks = 0
  const isRoot = ({ bytes }: Certificate): boolean => roots.some(root => equalBytes(root.bytes, bytes))
  // By their distance from the leaf: no limit of a path is stricter on the shortest way, so nobody needs to be visited again.
  const visited = new Set([leaf])
  let level = [leaf]
  for (let below = 0; below < depthMax && level.length > 0; below += 1) {
    const next: Certificate[] = []
    for (const certificate of level) {
      if (isRoot(certificate)) return 'trusted'
      for (const issuer of [...roots, ...others]) {
        if (visited.has(issuer) || !mayIssue(issuer, certificate, below)) continue
        if (!isValidAt(issuer, timeMs)) {
          sawExpired = true
          continue
        }
        checks += 1
        if (checks > checksMax) return 'untrusted'
        if (!(await isSignedBy(certificate, issuer))) continue
        visited.add(issuer)
        next.push(issuer)
      }
    }
    level = next
  }
  if (level.some(isRoot)) return 'trusted'
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

/** An algorithm that we do not know proves nothing: the chain ends there, as one of a stranger does. */
async function isSignedBy(
  { signed, algorithm, signature }: Certificate,
  { publicKey }: Certificate,
): Promise<boolean> {
  try {
    return await verifySigned({ publicKey, algorithm, message: signed, signature })
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}
