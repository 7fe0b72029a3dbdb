import { hash, randomBytes } from 'node:crypto'
import type { Tx } from '../platform/db/pool.ts'
import { canonicalJson } from './canonical-json.ts'
import type { OwnedEntry } from './entry.ts'
import { insertEntries } from './queries.ts'

/** Advisor id of entries that belong to a firm or the installation. No advisor has this id. */
const noAdvisor = 0

/** Writes entries in the transaction of the change; a rollback removes both. */
export async function append(tx: Tx, entries: readonly OwnedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { bytes, starts, headLengths, factsLengths, digests } = packEntries(entries)
  await insertEntries(tx, [
    entries.map(entry => ('advisorId' in entry ? entry.advisorId : noAdvisor)),
    entries.map(({ at }) => at),
    entries.map(({ kind }) => kind),
    entries.map(({ subject }) => subject.id),
    bytes,
    starts,
    headLengths,
    factsLengths,
    digests,
    entries.map(entry => ('firmId' in entry ? entry.firmId : null)),
  ])
}

const saltBytes = 16

/** Entries as bytes, in one buffer: as arrays, whose elements are quoted and unquoted, they cost the database a third more. */
interface PackedEntries {
  /** For each entry: salt, head, salt, facts. */
  readonly bytes: Buffer
  /** Where each entry begins, counted from one, as SQL does. */
  readonly starts: readonly number[]
  readonly headLengths: readonly number[]
  readonly factsLengths: readonly number[]
  /** One after the other. */
  readonly digests: Buffer
}

/**
 * Head and facts are hashed apart, each with a salt of its own: somebody who has the digest but not the facts can neither read
 * nor guess them, and the head can be proved without them.
 */
function packEntries(entries: readonly OwnedEntry[]): PackedEntries {
  const salts = randomBytes(entries.length * 2 * saltBytes)
  const pieces = entries.flatMap(({ facts, ...head }, index) => {
    const salt = index * 2 * saltBytes
    return [
      salts.subarray(salt, salt + saltBytes),
      Buffer.from(canonicalJson(head)),
      salts.subarray(salt + saltBytes, salt + 2 * saltBytes),
      Buffer.from(canonicalJson(facts)),
    ]
  })
  const bytes = Buffer.concat(pieces)
  const starts: number[] = []
  const headLengths: number[] = []
  const factsLengths: number[] = []
  const digests: Buffer[] = []
  let start = 0
  for (let index = 0; index < pieces.length; index += 4) {
    const headLength = pieces[index + 1]?.length ?? 0
    const factsLength = pieces[index + 3]?.length ?? 0
    const middle = start + saltBytes + headLength
    const end = middle + saltBytes + factsLength
    starts.push(start + 1)
    headLengths.push(headLength)
    factsLengths.push(factsLength)
    digests.push(digestOf(bytes.subarray(start, middle), bytes.subarray(middle, end)))
    start = end
  }
  return { bytes, starts, headLengths, factsLengths, digests: Buffer.concat(digests) }
}

/** Of a salted head and salted facts. */
const digestOf = (head: Buffer, facts: Buffer): Buffer =>
  hash('sha256', Buffer.concat([hash('sha256', head, 'buffer'), hash('sha256', facts, 'buffer')]), 'buffer')
