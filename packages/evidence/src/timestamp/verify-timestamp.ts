import { equalBytes } from '../bytes/bytes.ts'
import { FormatError } from '../format-error.ts'
import { digest, type HashName } from '../platform/web-crypto.ts'
import { readHash } from './algorithms.ts'
import { type Certificate, parseCertificate, sameSerial } from './certificate.ts'
import { type Der, DerFields, readMembers, readOid, tags } from './der.ts'
import { trimZeros } from './timestamp-request.ts'
import { parseTimestampToken, type TimestampInfo, type TimestampToken } from './timestamp-response.ts'
import { verifyChain } from './verify-chain.ts'
import { verifySigned } from './verify-signed.ts'

const oids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
}

export type TimestampFault =
  /** Not a time stamp, or one with algorithms that we do not accept. */
  | 'malformed'
  /** It stamps something else. */
  | 'imprint'
  | 'nonce'
  /** The signed attributes are not those of this content. */
  | 'attributes'
  | 'signature'
  /** The token lacks the certificate of its signer, or names another one. */
  | 'certificate'
  /** The certificate is not for time stamps. */
  | 'usage'
  /** A certificate was not valid at the stated time. */
  | 'expired'
  | 'untrusted'

export type TimestampVerdict =
  | { readonly valid: true; readonly info: TimestampInfo }
  | { readonly valid: false; readonly fault: TimestampFault }

export interface TimestampClaim {
  /** SHA-256 of what was stamped. */
  readonly hash: Uint8Array
  /** Undefined for a stored token: only whoever asked knows the nonce. */
  readonly nonce: Uint8Array | undefined
  /** Certificates (DER) of authorities that the reader trusts. */
  readonly roots: readonly Uint8Array[]
}

/** Checks a token of RFC 3161 offline. */
export async function verifyTimestamp(token: Uint8Array, claim: TimestampClaim): Promise<TimestampVerdict> {
  try {
    const parsed = parseTimestampToken(token)
    const fault = await findFault(parsed, claim)
    return fault ? { valid: false, fault } : { valid: true, info: parsed.info }
  } catch (error) {
    if (error instanceof FormatError) return { valid: false, fault: 'malformed' }
    throw error
  }
}

async function findFault(token: TimestampToken, claim: TimestampClaim): Promise<TimestampFault | undefined> {
  const { info, signer } = token
  if (info.hashName !== 'SHA-256' || !equalBytes(info.hash, claim.hash)) return 'imprint'
  if (claim.nonce && !(info.nonce && equalBytes(info.nonce, trimZeros(claim.nonce)))) return 'nonce'
  const certificates = token.certificates.map(parseCertificate)
  const certificate = certificates.find(one => isOfSigner(one, token))
  if (!certificate) return 'certificate'
  if (!(await describesContent(token))) return 'attributes'
  const isSigned = await verifySigned({
    publicKey: certificate.publicKey,
    algorithm: signer.algorithm,
    hash: signer.hash,
    message: signer.signedAttributes,
    signature: signer.signature,
  })
  if (!isSigned) return 'signature'
  // Without this, a token could be moved to another certificate with the same key.
  if (!(await namesCertificate(token, certificate))) return 'certificate'
  if (!isForTimestamps(certificate)) return 'usage'
  const roots = claim.roots.map(parseCertificate)
  const chain = await verifyChain({ leaf: certificate, others: certificates, roots, timeMs: info.timeMs })
  return chain === 'trusted' ? undefined : chain
}

function isOfSigner(
  { issuer, serial, subjectKeyId }: Certificate,
  { signer: { id } }: TimestampToken,
): boolean {
  return id.kind === 'issuer'
    ? equalBytes(issuer, id.issuer) && sameSerial(serial, id.serial)
    : subjectKeyId !== undefined && equalBytes(subjectKeyId, id.keyId)
}

async function describesContent({ content, signer }: TimestampToken): Promise<boolean> {
  const type = signer.attributes.get(oids.contentType)
  const messageDigest = signer.attributes.get(oids.messageDigest)
  if (type?.tag !== tags.oid || messageDigest?.tag !== tags.octetString || signer.hash === 'SHA-1')
    return false
  return (
    readOid(type) === oids.timestampInfo &&
    equalBytes(messageDigest.content, await digest(signer.hash, content))
  )
}

/** The attribute ESSCertID of RFC 2634 or RFC 5816. The first in its list is the signer. */
async function namesCertificate(
  { signer: { attributes } }: TimestampToken,
  { bytes }: Certificate,
): Promise<boolean> {
  const v2 = attributes.get(oids.signingCertificateV2)
  const first = firstCertificateId(v2 ?? attributes.get(oids.signingCertificate))
  if (!first) return false
  const fields = DerFields.of(first, 'The signing certificate')
  const algorithm = v2 && fields.optional(tags.sequence)
  const hash: HashName = algorithm ? readHash(algorithm) : v2 ? 'SHA-256' : 'SHA-1'
  return equalBytes(fields.take(tags.octetString).content, await digest(hash, bytes))
}

function firstCertificateId(attribute: Der | undefined): Der | undefined {
  if (!attribute) return undefined
  return readMembers(DerFields.of(attribute, 'The signing certificate').take(tags.sequence))[0]
}

/** RFC 3161, section 2.3: this purpose, no other, and critical. */
function isForTimestamps({ extendedKeyUsage, keyUsage }: Certificate): boolean {
  const purposes = extendedKeyUsage?.isCritical ? extendedKeyUsage.purposes : []
  return purposes.length === 1 && purposes[0] === oids.timeStamping && (keyUsage?.signs ?? true)
}
