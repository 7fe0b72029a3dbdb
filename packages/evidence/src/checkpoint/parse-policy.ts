import { equalBytes } from '../bytes/bytes.ts'
import { parseDecimal } from '../bytes/decimal.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { signatureTypes } from '../note/signature-types.ts'
import { parseVerifierKey, type VerifierKey } from '../note/verifier-key.ts'
import type { Policy, PolicyLog, PolicyWitness, Quorum } from './policy.ts'

const policyBytesMax = 1_048_576
/** Of each kind. The specification advises at least 32; a group inside a group counts as a level of recursion. */
const definitionsMax = 256

interface Draft {
  readonly logs: PolicyLog[]
  readonly witnesses: PolicyWitness[]
  groups: number
  /** Names are bytes to the specification, so each byte is one character here. */
  readonly defined: Map<string, Quorum>
  /** Names that a group has as a member: each may be in one group only. */
  readonly members: Set<string>
  quorum: Quorum | undefined
}

export function parsePolicy(bytes: Uint8Array): Policy {
  if (bytes.length > policyBytesMax)
    throw new FormatError(`The policy is longer than ${policyBytesMax} bytes.`)
  if (bytes.some(byte => byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a)))
    throw new FormatError('The policy contains control characters.')
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a)
    throw new FormatError('The last line of the policy has no end.')
  const draft: Draft = {
    logs: [],
    witnesses: [],
    groups: 0,
    defined: new Map(),
    members: new Set(),
    quorum: undefined,
  }
  let start = 0
  for (let number = 1; start < bytes.length; number += 1) {
    const end = bytes.indexOf(0x0a, start)
    readLine(draft, bytes.subarray(start, end), number)
    start = end + 1
  }
  if (!draft.quorum) throw new FormatError('The policy has no quorum line.')
  return { logs: draft.logs, witnesses: draft.witnesses, quorum: draft.quorum }
}

function readLine(draft: Draft, line: Uint8Array, number: number): void {
  const [keyword, ...items] = wordsOf(line)
  if (keyword === undefined || keyword.startsWith('#')) return
  try {
    if (keyword === 'log') readLog(draft, items)
    else if (keyword === 'witness') readWitness(draft, items)
    else if (keyword === 'group') readGroup(draft, items)
    else if (keyword === 'quorum') readQuorum(draft, items)
    else throw new FormatError('It starts with none of log, witness, group, quorum.')
  } catch (error) {
    if (error instanceof FormatError)
      throw new FormatError(`Line ${number} of the policy is not valid. ${error.message}`)
    throw error
  }
}

/** One character for each byte, whatever the encoding. */
function wordsOf(line: Uint8Array): string[] {
  let text = ''
  for (const byte of line) text += String.fromCharCode(byte)
  return text.split(/[ \t]+/).filter(word => word !== '')
}

const bytesOf = (word: string): Uint8Array => Uint8Array.from(word, char => char.charCodeAt(0))
/** For people: what is not UTF-8 is shown as replacement characters. */
const shown = (word: string): string => new TextDecoder().decode(bytesOf(word))

const keyOf = (word: string): VerifierKey => parseVerifierKey(decodeUtf8(bytesOf(word), 'The verifier key'))

/** A log that is its own witness would confirm itself, and a key that counts twice would be a quorum alone. */
function refuseDuplicate(
  key: VerifierKey,
  others: readonly { readonly key: VerifierKey }[],
  { logs, witnesses }: Draft,
): void {
  if (others.length >= definitionsMax)
    throw new FormatError(`There are more than ${definitionsMax} of these.`)
  if ([...logs, ...witnesses].some(other => equalBytes(other.key.publicKey, key.publicKey)))
    throw new FormatError('The same public key is on an earlier line.')
}

function readLog(draft: Draft, [vkey, url, ...more]: readonly string[]): void {
  if (vkey === undefined || more.length > 0) throw new FormatError('Its form is: log vkey [url].')
  const key = keyOf(vkey)
  refuseDuplicate(key, draft.logs, draft)
  draft.logs.push({ key, url: url === undefined ? undefined : shown(url) })
}

function readWitness(draft: Draft, [name, vkey, url, ...more]: readonly string[]): void {
  if (name === undefined || vkey === undefined || more.length > 0)
    throw new FormatError('Its form is: witness name vkey [url].')
  const key = keyOf(vkey)
  if (!signatureTypes[key.type].timed) throw new FormatError('The key of a witness must be for cosignatures.')
  refuseDuplicate(key, draft.witnesses, draft)
  const witness: PolicyWitness = {
    name: shown(name),
    key,
    url: url === undefined ? undefined : shown(url),
  }
  define(draft, name, { kind: 'witness', witness })
  draft.witnesses.push(witness)
}

function readGroup(draft: Draft, [name, count, ...words]: readonly string[]): void {
  if (name === undefined || count === undefined || words.length === 0)
    throw new FormatError('Its form is: group name all|any|number member …')
  draft.groups += 1
  if (draft.groups > definitionsMax) throw new FormatError(`There are more than ${definitionsMax} of these.`)
  const members = words.map(word => {
    const member = draft.defined.get(word)
    if (!member) throw new FormatError('A member is not defined on an earlier line.')
    if (draft.members.has(word)) throw new FormatError('A member is already in a group.')
    draft.members.add(word)
    return member
  })
  const threshold = thresholdOf(count, members.length)
  define(draft, name, { kind: 'group', name: shown(name), threshold, members })
}

function thresholdOf(count: string, members: number): number {
  if (count === 'all') return members
  if (count === 'any') return 1
  const threshold = parseDecimal(count, 'The number of members')
  if (threshold < 1 || threshold > members)
    throw new FormatError('The number of members is zero or more than there are.')
  return threshold
}

function define({ defined }: Draft, name: string, quorum: Quorum): void {
  if (name === 'none' || defined.has(name)) throw new FormatError('The name is already defined.')
  defined.set(name, quorum)
}

function readQuorum(draft: Draft, [name, ...more]: readonly string[]): void {
  if (name === undefined || more.length > 0) throw new FormatError('Its form is: quorum name.')
  if (draft.quorum) throw new FormatError('There is an earlier quorum line.')
  const quorum: Quorum | undefined = name === 'none' ? { kind: 'none' } : draft.defined.get(name)
  if (!quorum) throw new FormatError('Its name is not defined on an earlier line.')
  draft.quorum = quorum
}
