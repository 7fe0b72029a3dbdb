import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { parseVerifierKey, printVerifierKey, type VerifierKey } from '../note/verifier-key.ts'

const bundleFormat = 'parley-evidence/1'
export const manifestBytesMax = 16 * 2 ** 20

/** What a bundle says of itself. Nothing in it is proven; the verifier compares it with what is. */
export interface Manifest {
  readonly log: { readonly origin: string; readonly keys: readonly VerifierKey[] }
  readonly owner: {
    /** Of the chain, 16 bytes. */
    readonly tag: Uint8Array
    readonly kind: 'advisor' | 'firm' | 'installation'
    readonly name: string
  }
  readonly asked: {
    /** RFC 3339; null for the beginning. */
    readonly from: string | null
    /** Exclusive; null for everything up to the export. */
    readonly to: string | null
    /** Only texts with this phone number are shown; null for all. */
    readonly number: string | null
    readonly by: string
  }
  readonly madeAt: string
  readonly entries: {
    readonly count: number
    /** How many show their head but not their facts, and how many show neither. */
    readonly withoutFacts: number
    readonly withheld: number
  }
  /** SHA-256 in hexadecimal of every file but this one and the proof, which the checkpoint confirms. */
  readonly files: Readonly<Record<string, string>>
}

export function printManifest({ log, owner, asked, madeAt, entries, files }: Manifest): Uint8Array {
  const document = {
    format: bundleFormat,
    log: { origin: log.origin, keys: log.keys.map(printVerifierKey) },
    owner: { tag: encodeBase64(owner.tag), kind: owner.kind, name: owner.name },
    // Member by member: what a caller adds, or has in another order, would be refused.
    asked: { from: asked.from, to: asked.to, number: asked.number, by: asked.by },
    madeAt,
    entries: { count: entries.count, withoutFacts: entries.withoutFacts, withheld: entries.withheld },
    files,
  }
  return encodeUtf8(`${JSON.stringify(document, null, 2)}\n`)
}

export function parseManifest(bytes: Uint8Array): Manifest {
  const manifest = readManifest(bytes)
  const { from, to } = manifest.asked
  // Any entry is later than a period that ends before it begins: as the last one it would close the chain.
  if (from !== null && to !== null && Date.parse(from) >= Date.parse(to))
    throw new FormatError('manifest.json is not valid: the period ends before it begins.')
  // JSON.parse takes the last of two members with one name, and a person may read the first. What is not read would look as if it were checked.
  if (!equalBytes(printManifest(manifest), bytes))
    throw new FormatError(
      'manifest.json is not written in the one form that it has: a member may be there twice, or not be known.',
    )
  return manifest
}

function readManifest(bytes: Uint8Array): Manifest {
  const root = objectOf(parseJson(decodeUtf8(bytes, 'manifest.json')), 'it')
  if (root['format'] !== bundleFormat)
    throw new FormatError(`manifest.json is not of the format ${bundleFormat}.`)
  const log = objectOf(root['log'], 'log')
  const owner = objectOf(root['owner'], 'owner')
  const asked = objectOf(root['asked'], 'asked')
  const entries = objectOf(root['entries'], 'entries')
  const tag = decodeBase64(textOf(owner['tag'], 'owner.tag'), 'owner.tag of manifest.json')
  if (tag.length !== 16) throw wrong('owner.tag')
  return {
    log: { origin: textOf(log['origin'], 'log.origin'), keys: keysOf(log['keys']) },
    owner: { tag, kind: kindOf(owner['kind']), name: textOf(owner['name'], 'owner.name') },
    asked: {
      from: asked['from'] === null ? null : timeOf(asked['from'], 'asked.from'),
      to: asked['to'] === null ? null : timeOf(asked['to'], 'asked.to'),
      number: asked['number'] === null ? null : textOf(asked['number'], 'asked.number'),
      by: textOf(asked['by'], 'asked.by'),
    },
    madeAt: timeOf(root['madeAt'], 'madeAt'),
    entries: {
      count: countOf(entries['count'], 'entries.count'),
      withoutFacts: countOf(entries['withoutFacts'], 'entries.withoutFacts'),
      withheld: countOf(entries['withheld'], 'entries.withheld'),
    },
    files: filesOf(root['files']),
  }
}

type Members = Readonly<Record<string, unknown>>

const wrong = (member: string): FormatError =>
  new FormatError(`manifest.json is not valid: ${member} is missing or wrong.`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FormatError('A file of the bundle is not valid JSON.')
  }
}

function objectOf(value: unknown, member: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(member)
  return value as Members
}

const longestText = 1000

function textOf(value: unknown, member: string): string {
  if (typeof value !== 'string' || value.length > longestText) throw wrong(member)
  return value
}

function timeOf(value: unknown, member: string): string {
  const text = textOf(value, member)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/.test(text) || Number.isNaN(Date.parse(text)))
    throw wrong(member)
  return text
}

function countOf(value: unknown, member: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw wrong(member)
  return value
}

function kindOf(value: unknown): Manifest['owner']['kind'] {
  if (value !== 'advisor' && value !== 'firm' && value !== 'installation') throw wrong('owner.kind')
  return value
}

function keysOf(value: unknown): VerifierKey[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 16) throw wrong('log.keys')
  // A key that stands there again would be tried again for each signature.
  if (new Set(value).size !== value.length) throw wrong('log.keys')
  return value.map(key => {
    if (typeof key !== 'string') throw wrong('log.keys')
    return parseVerifierKey(key)
  })
}

function filesOf(value: unknown): Record<string, string> {
  const files = Object.entries(objectOf(value, 'files'))
  for (const [, hash] of files)
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw wrong('files')
  return Object.fromEntries(files) as Record<string, string>
}
