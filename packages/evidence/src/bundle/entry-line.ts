import { sha256 } from '#sha256'
import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { commitEntry, saltBytes } from '../leaf/commitment.ts'
import { hashBytes, parseHash } from '../tree/hashes.ts'

/** How much of an entry a bundle shows. Texts are exactly what was hashed. */
export type EntryContent =
  | {
      readonly shown: 'all'
      readonly head: string
      readonly headSalt: Uint8Array
      readonly facts: string
      readonly factsSalt: Uint8Array
    }
  | {
      readonly shown: 'head'
      readonly head: string
      readonly headSalt: Uint8Array
      readonly factsCommitment: Uint8Array
    }
  | { readonly shown: 'nothing'; readonly commitment: Uint8Array }
  /** From before there were salts: head and facts are one text. */
  | { readonly shown: 'old'; readonly entry: string; readonly blinding: Uint8Array }

export interface BundleEntry {
  /** In the log. */
  readonly index: number
  /** In its chain. */
  readonly seq: number
  readonly previous: Uint8Array
  readonly content: EntryContent
}

/**
 * Far above any entry: a text of the most parts that a phone can send (255, with 17,085 signs) has 120 KB if each sign is escaped,
 * and no request to the service has more than 256 KiB.
 */
export const entryLineBytesMax = 2 ** 24
const blindingBytes = 32

export function printEntryLine({ index, seq, previous, content }: BundleEntry): string {
  return `${JSON.stringify({ i: index, n: seq, p: encodeBase64(previous), ...membersOf(content) })}\n`
}

function membersOf(content: EntryContent): Record<string, string> {
  switch (content.shown) {
    case 'all':
      return {
        h: content.head,
        hs: encodeBase64(content.headSalt),
        f: content.facts,
        fs: encodeBase64(content.factsSalt),
      }
    case 'head':
      return {
        h: content.head,
        hs: encodeBase64(content.headSalt),
        fc: encodeBase64(content.factsCommitment),
      }
    case 'nothing':
      return { c: encodeBase64(content.commitment) }
    case 'old':
      return { e: content.entry, eb: encodeBase64(content.blinding) }
  }
}

/** Members of each form. A line has exactly those of one: what else is in it would look as if it were proven. */
const forms: Readonly<Record<string, EntryContent['shown']>> = {
  'i,n,p,h,hs,f,fs': 'all',
  'i,n,p,h,hs,fc': 'head',
  'i,n,p,c': 'nothing',
  'i,n,p,e,eb': 'old',
}

export function parseEntryLine(line: string): BundleEntry {
  const members = parseMembers(line)
  const shown = forms[Object.keys(members).join(',')]
  if (!shown) throw new FormatError('It does not have the members of an entry in their order.')
  // Printing values inside values takes the stack, of which a line could ask for more than there is.
  if (Object.values(members).some(value => typeof value !== 'string' && typeof value !== 'number'))
    throw new FormatError('One of its members is neither a text nor a number.')
  // JSON.parse takes the last of two members with one name, and a person may read the first. Printing what was parsed shows the difference, and is
  // the form of printEntryLine: the base64 of the members has one spelling only.
  if (JSON.stringify(members) !== line)
    throw new FormatError('It is not written in the one form that a line has, or has a member twice.')
  return {
    index: countOf(members['i']),
    seq: countOf(members['n']),
    previous: parseHash(textOf(members['p']), 'Its member p'),
    content: parseContent(shown, members),
  }
}

function parseMembers(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw new FormatError('It is not a JSON object.')
}

function parseContent(
  shown: EntryContent['shown'],
  members: Readonly<Record<string, unknown>>,
): EntryContent {
  const text = (name: string): string => textOf(members[name])
  const hash = (name: string): Uint8Array => parseHash(text(name), `Its member ${name}`)
  switch (shown) {
    case 'all':
      return {
        shown,
        head: text('h'),
        headSalt: bytesOf(text('hs'), saltBytes),
        facts: text('f'),
        factsSalt: bytesOf(text('fs'), saltBytes),
      }
    case 'head':
      return { shown, head: text('h'), headSalt: bytesOf(text('hs'), saltBytes), factsCommitment: hash('fc') }
    case 'nothing':
      return { shown, commitment: hash('c') }
    case 'old':
      return { shown, entry: text('e'), blinding: bytesOf(text('eb'), blindingBytes) }
  }
}

function countOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new FormatError('Its index or number is not a whole number.')
  return value
}

function textOf(value: unknown): string {
  // A lone surrogate has no bytes that could have been hashed.
  if (typeof value !== 'string' || !value.isWellFormed())
    throw new FormatError('One of its members is not a text.')
  return value
}

function bytesOf(text: string, length: number): Uint8Array {
  const bytes = decodeBase64(text, 'Its salt')
  if (bytes.length !== length) throw new FormatError('Its salt has another length.')
  return bytes
}

// Reused by every call: there are two for each entry, and hashing is synchronous.
const encoder = new TextEncoder()
let input = new Uint8Array(65_536)

/** As commitText, without a copy of the text. */
function commitShown(salt: Uint8Array, text: string): Uint8Array {
  // A UTF-16 code unit has at most three bytes in UTF-8.
  const bytesMax = saltBytes + text.length * 3
  if (input.length < bytesMax) input = new Uint8Array(bytesMax)
  input.set(salt)
  const { written } = encoder.encodeInto(text, input.subarray(saltBytes))
  return sha256(input.subarray(0, saltBytes + written))
}

/** The commitment that the leaf of this entry has. */
export function commitContent(content: EntryContent): Uint8Array {
  switch (content.shown) {
    case 'all':
      return commitEntry(
        commitShown(content.headSalt, content.head),
        commitShown(content.factsSalt, content.facts),
      )
    case 'head':
      return commitEntry(commitShown(content.headSalt, content.head), content.factsCommitment)
    case 'nothing':
      return content.commitment
    case 'old':
      return commitOldEntry(content.blinding, sha256(encodeUtf8(content.entry)))
  }
}

/** So that no commitment to an old entry is also one to a head and facts, which are two hashes as well. */
const oldEntryLabel = encodeUtf8('parley old entry\n')

/** Commits to an entry from before there were salts, of which the journal keeps the plain digest. */
export function commitOldEntry(blinding: Uint8Array, digest: Uint8Array): Uint8Array {
  if (blinding.length !== blindingBytes || digest.length !== hashBytes)
    throw new RangeError('A blinding and a digest have 32 bytes')
  return sha256(concatBytes([oldEntryLabel, blinding, digest]))
}
