import { expect, it } from 'vitest'
import {
  CompactRange,
  createSigner,
  decodeLeaf,
  encodeLeaf,
  FormatError,
  parseAddCheckpointRequest,
  parseCheckpoint,
  parseEntryBundle,
  parsePolicy,
  parseProofFile,
  parseSignatureLines,
  parseSignerKey,
  parseSizeResponse,
  parseTilePath,
  parseVerifierKey,
  printAddCheckpointRequest,
  printEntryBundle,
  printNote,
  printProofFile,
  printSignatureLines,
  printSignerKey,
  printTreeHead,
  printVerifierKey,
  signText,
  verifyNote,
} from '../src/index.ts'
import { textOf, utf8 } from './hex.ts'
import { seededRandom } from './seeded-random.ts'

const seed = new Uint8Array(32).fill(1)
const hash = new Uint8Array(32).fill(2)
const log = createSigner('log.example', 'ed25519', seed)
const witness = createSigner('witness.example', 'ml-dsa-44-cosignature', seed)
const text = printTreeHead({ origin: 'log.example', size: 5, root: hash, extensions: [] })
const signatures = [signText(text, log, 0), signText(text, witness, 1)]
const checkpoint = parseCheckpoint(printNote({ text, signatures }))
const range = new CompactRange()
for (let index = 0; index < 5; index += 1) range.append(hash)
const vkey = printVerifierKey(witness.key)
const leaf = { type: 'entry', tag: seed.subarray(16), seq: 1, previous: hash, commitment: hash } as const

/** Every parser with an input that it accepts. */
const parsers: readonly [string, Uint8Array, (bytes: Uint8Array) => unknown][] = [
  ['checkpoint', printNote(checkpoint.note), parseCheckpoint],
  ['signature lines', printSignatureLines(signatures), parseSignatureLines],
  ['verifier key', utf8(vkey), bytes => parseVerifierKey(textOf(bytes))],
  ['signer key', utf8(printSignerKey('a', 'ed25519', seed)), bytes => parseSignerKey(textOf(bytes))],
  ['proof file', printProofFile({ extra: hash, index: 3, proof: [hash, hash], checkpoint }), parseProofFile],
  [
    'policy',
    utf8(`log ${printVerifierKey(log.key)}\nwitness W ${vkey}\ngroup G any W\nquorum G\n`),
    parsePolicy,
  ],
  [
    'request',
    printAddCheckpointRequest({ oldSize: 3, proof: [hash], checkpoint }),
    parseAddCheckpointRequest,
  ],
  ['size', utf8('12345\n'), parseSizeResponse],
  ['tile path', utf8('tile/0/x001/234.p/5'), bytes => parseTilePath(textOf(bytes))],
  ['entry bundle', printEntryBundle([seed, hash, utf8('c')]), bytes => parseEntryBundle(bytes, 3)],
  ['leaf', encodeLeaf(leaf), decodeLeaf],
  ['stored tree', range.serialize(), bytes => CompactRange.restore(bytes)],
]

/** One of the mistakes that files and senders make: bytes changed, cut off, doubled, moved, or filled with something else. */
function damage(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const at = random(bytes.length + 1)
  const to = at + random(bytes.length + 1 - at)
  const filling = [0x00, 0x0a, 0x20, 0x2b, 0x39, 0x3d, 0xff, random(256)][random(8)] ?? 0
  const copy = Buffer.from(bytes)
  switch (random(6)) {
    case 0:
      return copy.subarray(0, at)
    case 1:
      return Buffer.concat([copy.subarray(0, at), Buffer.alloc(random(300), filling), copy.subarray(at)])
    case 2:
      return Buffer.concat([copy.subarray(0, to), copy.subarray(at)])
    case 3:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(to)])
    case 4:
      return copy.fill(filling, at, Math.min(to, at + random(12)))
    default:
      copy[Math.min(at, copy.length - 1)] = filling
      return copy
  }
}

it.each(parsers)('%s: damaged input is read or refused, and never anything else', (_, valid, parse) => {
  expect(() => parse(valid)).not.toThrow()
  const random = seededRandom(7)
  let refused = 0
  for (let round = 0; round < 3000; round += 1) {
    let bytes = damage(valid, random)
    if (random(3) === 0 && bytes.length > 0) bytes = damage(bytes, random)
    try {
      parse(bytes)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(100)
})

it('a damaged note that is read is not verified unless its text is the same', () => {
  const random = seededRandom(8)
  for (let round = 0; round < 3000; round += 1) {
    const bytes = damage(printNote(checkpoint.note), random)
    try {
      const note = parseCheckpoint(bytes).note
      if (verifyNote(note, [log.key]).verified.length > 0) expect(note.text).toBe(text)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }
  expect(verifyNote(checkpoint.note, [log.key]).verified).toHaveLength(1)
})

it.each([
  ['checkpoint', parseCheckpoint],
  ['signature lines', parseSignatureLines],
  ['proof file', parseProofFile],
  ['policy', parsePolicy],
  ['request', parseAddCheckpointRequest],
])('%s: too many bytes are refused by their number, before they are read', (_, parse) => {
  for (const filling of ['\n', 'a', '\0', '— a AAAAAAA=\n', 'group a any b\n'])
    expect(() => parse(Buffer.alloc(4_000_000, filling))).toThrow(
      /^The .* is (longer than \d+ bytes|too long)\.$|are longer/,
    )
})

it.each([
  ['checkpoint', parseCheckpoint],
  ['proof file', parseProofFile],
  ['policy', parsePolicy],
])('%s: the largest input allowed is read in linear time, whatever is in it', (_, parse) => {
  for (const filling of ['\n', 'a', ' ', 'a\n\n', '— a AAAAAAA=\n', 'group a any b\n', 'a a a a ']) {
    const bytes = Buffer.alloc(1_048_576, filling)
    const start = process.cpuUsage()
    expect(() => parse(bytes)).toThrow(FormatError)
    const { user, system } = process.cpuUsage(start)
    // In quadratic time it would be hours.
    expect((user + system) / 1_000_000, 'seconds of CPU').toBeLessThan(20)
  }
})
