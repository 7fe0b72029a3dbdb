import { FormatError } from '../format-error.ts'
import {
  type Der,
  DerFields,
  fieldTag,
  readBits,
  readBoolean,
  readDer,
  readMembers,
  readOid,
  readSmall,
  readTime,
  tags,
  valueTag,
} from './der.ts'

const extensionIds = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
}

/** An X.509 certificate, as far as time stamps need it. */
export interface Certificate {
  readonly bytes: Uint8Array
  readonly serial: Uint8Array
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly notBeforeMs: number
  readonly notAfterMs: number
  readonly publicKey: Der
  readonly subjectKeyId: Uint8Array | undefined
  readonly isAuthority: boolean
  /** How many more authorities may stand below it. */
  readonly pathLength: number | undefined
  /** Undefined: any use. */
  readonly keyUsage: { readonly signs: boolean; readonly signsCertificates: boolean } | undefined
  readonly extendedKeyUsage:
    | { readonly isCritical: boolean; readonly purposes: readonly string[] }
    | undefined
  /** A critical extension that we do not know: the certificate must be refused. */
  readonly hasUnknownCritical: boolean
  readonly signed: Uint8Array
  readonly algorithm: Der
  readonly signature: Uint8Array
}

interface Extension {
  readonly isCritical: boolean
  readonly value: Der
}

export function parseCertificate(bytes: Uint8Array): Certificate {
  const outer = DerFields.of(readDer(bytes), 'The certificate')
  const body = outer.take(tags.sequence)
  const algorithm = outer.take(tags.sequence)
  const signature = readBits(outer.take(tags.bitString))
  outer.end()
  const fields = DerFields.of(body, 'The certificate')
  fields.optional(fieldTag(0))
  const serial = fields.take(tags.integer).content
  fields.take(tags.sequence)
  const issuer = fields.take(tags.sequence).whole
  const validity = DerFields.of(fields.take(tags.sequence), 'The validity of the certificate')
  const notBeforeMs = readTime(validity.take(tags.utcTime, tags.generalizedTime))
  const notAfterMs = readTime(validity.take(tags.utcTime, tags.generalizedTime))
  const subject = fields.take(tags.sequence).whole
  const publicKey = fields.take(tags.sequence)
  fields.optional(valueTag(1))
  fields.optional(valueTag(2))
  const extensions = readExtensions(fields.optional(fieldTag(3)))
  fields.end()
  return {
    bytes,
    serial,
    issuer,
    subject,
    notBeforeMs,
    notAfterMs,
    publicKey,
    ...meaningOf(extensions),
    signed: body.whole,
    algorithm,
    signature,
  }
}

function readExtensions(field: Der | undefined): Map<string, Extension> {
  const extensions = new Map<string, Extension>()
  const [list] = field ? readMembers(field) : []
  for (const member of list ? readMembers(list) : []) {
    const fields = DerFields.of(member, 'An extension')
    const id = readOid(fields.take(tags.oid))
    const critical = fields.optional(tags.boolean)
    const value = readDer(fields.take(tags.octetString).content)
    if (extensions.has(id)) throw new FormatError('The certificate has an extension twice.')
    extensions.set(id, { isCritical: critical !== undefined && readBoolean(critical), value })
  }
  return extensions
}

function meaningOf(extensions: ReadonlyMap<string, Extension>) {
  const known: readonly string[] = Object.values(extensionIds)
  const usage = extensions.get(extensionIds.extendedKeyUsage)
  return {
    subjectKeyId: extensions.get(extensionIds.subjectKeyId)?.value.content,
    ...readConstraints(extensions.get(extensionIds.basicConstraints)?.value),
    keyUsage: readKeyUsage(extensions.get(extensionIds.keyUsage)?.value),
    extendedKeyUsage: usage && {
      isCritical: usage.isCritical,
      purposes: readMembers(usage.value).map(readOid),
    },
    hasUnknownCritical: [...extensions].some(([id, { isCritical }]) => isCritical && !known.includes(id)),
  }
}

function readConstraints(value: Der | undefined) {
  if (!value) return { isAuthority: false, pathLength: undefined }
  const fields = DerFields.of(value, 'The constraints of the certificate')
  const authority = fields.optional(tags.boolean)
  const pathLength = fields.optional(tags.integer)
  return {
    isAuthority: authority !== undefined && readBoolean(authority),
    pathLength: pathLength && readSmall(pathLength),
  }
}

/** Bits are counted from the highest: digitalSignature 0, nonRepudiation 1, keyCertSign 5. */
function readKeyUsage(value: Der | undefined): Certificate['keyUsage'] {
  if (!value) return undefined
  const bits = value.tag === tags.bitString ? (value.content[1] ?? 0) : 0
  return { signs: (bits & 0xc0) !== 0, signsCertificates: (bits & 0x04) !== 0 }
}

export const sameSerial = (one: Uint8Array, other: Der): boolean =>
  one.length === other.content.length && one.every((byte, index) => byte === other.content[index])
