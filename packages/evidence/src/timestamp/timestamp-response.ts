import { FormatError } from '../format-error.ts'
import type { HashName } from '../platform/web-crypto.ts'
import { readHash } from './algorithms.ts'
import {
  type Der,
  DerFields,
  fieldTag,
  readDer,
  readMembers,
  readOid,
  readSmall,
  readTime,
  readUnsigned,
  tags,
  valueTag,
} from './der.ts'

const oids = { signedData: '1.2.840.113549.1.7.2', timestampInfo: '1.2.840.113549.1.9.16.1.4' }
const responseBytesMax = 65_536
/** Authorities send their chain, which has two to four. */
const certificatesMax = 16

/** What the authority states. */
export interface TimestampInfo {
  readonly policy: string
  readonly hashName: HashName
  readonly hash: Uint8Array
  readonly serial: Uint8Array
  readonly timeMs: number
  /** By how much the clock of the authority may differ. Undefined: not stated. */
  readonly accuracyMs: number | undefined
  readonly nonce: Uint8Array | undefined
}

export interface TimestampToken {
  readonly info: TimestampInfo
  /** The bytes that the signature covers through a digest. */
  readonly content: Uint8Array
  /** Certificates as they are in the token. */
  readonly certificates: readonly Uint8Array[]
  readonly signer: TimestampSigner
}

interface TimestampSigner {
  readonly id:
    | { readonly kind: 'issuer'; readonly issuer: Uint8Array; readonly serial: Der }
    | { readonly kind: 'keyId'; readonly keyId: Uint8Array }
  readonly hash: HashName
  /** Signed attributes by object identifier, and as they are signed. */
  readonly attributes: ReadonlyMap<string, Der>
  readonly signedAttributes: Uint8Array
  readonly algorithm: Der
  readonly signature: Uint8Array
}

export type TimestampResponse =
  | { readonly kind: 'granted'; readonly token: TimestampToken; readonly tokenBytes: Uint8Array }
  /** Status of RFC 3161, section 2.4.2: 2 is a rejection. */
  | { readonly kind: 'rejected'; readonly status: number }

/** Reads a TimeStampResp. Nothing in it may be believed before verifyTimestamp. */
export function parseTimestampResponse(bytes: Uint8Array): TimestampResponse {
  const fields = DerFields.of(readBounded(bytes), 'The response')
  const status = readSmall(DerFields.of(fields.take(tags.sequence), 'The status').take(tags.integer))
  if (status > 1) return { kind: 'rejected', status }
  const { whole } = fields.take(tags.sequence)
  fields.end()
  return { kind: 'granted', token: parseTimestampToken(whole), tokenBytes: whole }
}

function readBounded(bytes: Uint8Array): Der {
  if (bytes.length > responseBytesMax)
    throw new FormatError(`The time stamp is longer than ${responseBytesMax} bytes.`)
  return readDer(bytes)
}

/** Reads a token: signed data (RFC 5652) whose content is a TSTInfo. */
export function parseTimestampToken(bytes: Uint8Array): TimestampToken {
  const outer = DerFields.of(readBounded(bytes), 'The token')
  if (readOid(outer.take(tags.oid)) !== oids.signedData)
    throw new FormatError('The token is not signed data.')
  const fields = DerFields.of(outer.takeInside(0), 'The signed data')
  fields.take(tags.integer)
  fields.take(tags.set)
  const encapsulated = DerFields.of(fields.take(tags.sequence), 'The content')
  if (readOid(encapsulated.take(tags.oid)) !== oids.timestampInfo)
    throw new FormatError('The token does not contain a time stamp.')
  const { tag, content } = encapsulated.takeInside(0)
  if (tag !== tags.octetString) throw new FormatError('The content of the token is malformed.')
  const certificates = certificatesOf(fields.optional(fieldTag(0)))
  fields.optional(fieldTag(1))
  const [signer, ...more] = readMembers(fields.take(tags.set))
  if (!signer || more.length > 0) throw new FormatError('A time stamp has one signer.')
  return {
    info: parseInfo(content),
    content,
    certificates,
    signer: parseSigner(signer),
  }
}

function certificatesOf(field: Der | undefined): Uint8Array[] {
  const members = field ? readMembers(field) : []
  if (members.length > certificatesMax)
    throw new FormatError(`The token has more than ${certificatesMax} certificates.`)
  return members.flatMap(({ tag, whole }) => (tag === tags.sequence ? [whole] : []))
}

function parseInfo(bytes: Uint8Array): TimestampInfo {
  const fields = DerFields.of(readDer(bytes), 'The time stamp')
  if (readSmall(fields.take(tags.integer)) !== 1) throw new FormatError('The time stamp has another version.')
  const policy = readOid(fields.take(tags.oid))
  const imprint = DerFields.of(fields.take(tags.sequence), 'The imprint')
  const hashName = readHash(imprint.take(tags.sequence))
  const hash = imprint.take(tags.octetString).content
  const serial = fields.take(tags.integer).content
  const timeMs = readTime(fields.take(tags.generalizedTime))
  const accuracy = fields.optional(tags.sequence)
  fields.optional(tags.boolean)
  const nonce = fields.optional(tags.integer)
  fields.optional(fieldTag(0))
  fields.optional(fieldTag(1))
  fields.end()
  return {
    policy,
    hashName,
    hash,
    serial,
    timeMs,
    accuracyMs: accuracy && readAccuracy(accuracy),
    nonce: nonce && readUnsigned(nonce),
  }
}

function readAccuracy(value: Der): number {
  const fields = DerFields.of(value, 'The accuracy')
  const [seconds, millis, micros] = [
    fields.optional(tags.integer),
    fields.optional(valueTag(0)),
    fields.optional(valueTag(1)),
  ].map(part => (part ? readSmall(part) : 0))
  return (seconds ?? 0) * 1000 + (millis ?? 0) + (micros ?? 0) / 1000
}

function parseSigner(value: Der): TimestampSigner {
  const fields = DerFields.of(value, 'The signer')
  fields.take(tags.integer)
  const id = parseSignerId(fields.take(tags.sequence, valueTag(0)))
  const hash = readHash(fields.take(tags.sequence))
  const attributes = fields.take(fieldTag(0))
  const algorithm = fields.take(tags.sequence)
  const signature = fields.take(tags.octetString).content
  fields.optional(fieldTag(1))
  fields.end()
  // They are signed as a set, and sent with another tag.
  const signedAttributes = new Uint8Array(attributes.whole)
  signedAttributes[0] = tags.set
  return { id, hash, attributes: parseAttributes(attributes), signedAttributes, algorithm, signature }
}

function parseSignerId(value: Der): TimestampSigner['id'] {
  if (value.tag !== tags.sequence) return { kind: 'keyId', keyId: value.content }
  const fields = DerFields.of(value, 'The signer')
  return { kind: 'issuer', issuer: fields.take(tags.sequence).whole, serial: fields.take(tags.integer) }
}

function parseAttributes(set: Der): Map<string, Der> {
  const attributes = new Map<string, Der>()
  for (const member of readMembers(set)) {
    const fields = DerFields.of(member, 'An attribute')
    const id = readOid(fields.take(tags.oid))
    const [value, ...more] = readMembers(fields.take(tags.set))
    if (!value || more.length > 0 || attributes.has(id))
      throw new FormatError('An attribute of the signer has not exactly one value.')
    attributes.set(id, value)
  }
  return attributes
}
