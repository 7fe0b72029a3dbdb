import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { flipped, hex, utf8 } from '../../test/hex.ts'
import {
  type ChainLeaf,
  commitEntry,
  commitText,
  decodeLeaf,
  encodeLeaf,
  FormatError,
  followChain,
  type Leaf,
  type LeafType,
  leafHash,
  noPrevious,
  startOfChain,
} from '../index.ts'

const tag = new Uint8Array(16).fill(0xaa)
const commitment = new Uint8Array(32).fill(0xcc)
const leaf: Leaf = { type: 'entry', tag, seq: 7, previous: new Uint8Array(32).fill(0xbb), commitment }

describe('a leaf', () => {
  it('has 89 bytes in the order of the design', () => {
    expect(hex(encodeLeaf(leaf))).toBe(
      `01${'aa'.repeat(16)}0000000000000007${'bb'.repeat(32)}${'cc'.repeat(32)}`,
    )
    expect(encodeLeaf(leaf)).toHaveLength(89)
  })

  it('is hashed as an entry of a log', () => {
    const expected = createHash('sha256').update(Uint8Array.of(0)).update(encodeLeaf(leaf)).digest('hex')
    expect(hex(leafHash(encodeLeaf(leaf)))).toBe(expected)
  })

  it.each<[LeafType, number]>([
    ['entry', 1],
    ['head', 2],
    ['anchor', 3],
    ['continuation', 4],
  ])('of type %s starts with %i, and is read back', (type, byte) => {
    const bytes = encodeLeaf({ ...leaf, type, seq: 2 ** 53 - 1 })
    expect(bytes[0]).toBe(byte)
    expect(decodeLeaf(bytes)).toEqual({ ...leaf, type, seq: 2 ** 53 - 1 })
  })

  it('of another type, length or number is refused', () => {
    const bytes = encodeLeaf(leaf)
    const withSeq = (value: bigint): Uint8Array => {
      const copy = Buffer.from(bytes)
      copy.writeBigUInt64BE(value, 17)
      return copy
    }
    const hostile = [
      new Uint8Array(),
      bytes.subarray(1),
      Buffer.concat([bytes, Uint8Array.of(0)]),
      Buffer.concat([Uint8Array.of(0), bytes.subarray(1)]),
      Buffer.concat([Uint8Array.of(5), bytes.subarray(1)]),
      withSeq(0n),
      withSeq(2n ** 53n),
      withSeq(2n ** 64n - 1n),
      Buffer.concat([bytes.subarray(0, 25), new Uint8Array(32), commitment]),
    ]
    for (const input of hostile) expect(() => decodeLeaf(input)).toThrow(FormatError)
    expect(() => encodeLeaf({ ...leaf, seq: 0 })).toThrow(RangeError)
    expect(() => encodeLeaf({ ...leaf, tag: new Uint8Array(15) })).toThrow(RangeError)
  })
})

describe('a commitment', () => {
  const [headSalt, factsSalt] = [new Uint8Array(16).fill(1), new Uint8Array(16).fill(2)]
  const [head, facts] = [utf8('{"kind":"message.accepted"}'), utf8('{"text":"ok"}')]
  const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
    createHash('sha256').update(Buffer.concat(parts)).digest()

  it('is the digest that the journal computes', () => {
    const expected = sha256(sha256(headSalt, head), sha256(factsSalt, facts))
    expect(hex(commitEntry(commitText(headSalt, head), commitText(factsSalt, facts)))).toBe(hex(expected))
    expect(hex(expected)).toBe('558ff3894110c859748dead108697f91473bc3f02080532cbcd0e16d6690a27b')
  })

  it('depends on every part', () => {
    const base = commitEntry(commitText(headSalt, head), commitText(factsSalt, facts))
    const others = [
      commitEntry(commitText(flipped(headSalt, 0), head), commitText(factsSalt, facts)),
      commitEntry(commitText(headSalt, facts), commitText(factsSalt, facts)),
      commitEntry(commitText(headSalt, head), commitText(flipped(factsSalt, 0), facts)),
      commitEntry(commitText(headSalt, head), commitText(factsSalt, head)),
      commitEntry(commitText(factsSalt, facts), commitText(headSalt, head)),
    ].map(hex)
    expect(new Set([hex(base), ...others]).size).toBe(6)
  })

  it('is not made with a salt of another length, which would move bytes between salt and text', () => {
    expect(() => commitText(headSalt.subarray(1), head)).toThrow(RangeError)
  })
})

describe('a chain', () => {
  /** Leaves 1 to 5 of a chain at every third index, then a statement of its head. */
  function makeChain(): ChainLeaf[] {
    let previous = noPrevious
    const leaves = Array.from({ length: 5 }, (_, place) => {
      const bytes = encodeLeaf({
        type: place === 2 ? 'anchor' : 'entry',
        tag,
        seq: place + 1,
        previous,
        commitment,
      })
      previous = leafHash(bytes)
      return { index: 10 + place * 3, bytes }
    })
    return [...leaves, { index: 40, bytes: encodeLeaf({ type: 'head', tag, seq: 5, previous, commitment }) }]
  }
  const chain = makeChain()
  const start = startOfChain(tag)
  const bytesAt = (place: number): Uint8Array => chain[place]?.bytes ?? new Uint8Array()
  const follow = (leaves: readonly ChainLeaf[]): ReturnType<typeof followChain> => followChain(start, leaves)

  it('is followed to its end, in one go or in pieces', () => {
    const whole = follow(chain)
    expect(whole.break).toBeUndefined()
    expect(whole.position).toMatchObject({ seq: 5, index: 40 })
    expect(hex(whole.position.hash)).toBe(hex(leafHash(bytesAt(4))))
    for (let cut = 0; cut <= chain.length; cut += 1)
      expect(followChain(follow(chain.slice(0, cut)).position, chain.slice(cut))).toEqual(whole)
  })

  it('goes on in another log after its owner has moved', () => {
    const { position } = follow(chain)
    const moved = encodeLeaf({ type: 'continuation', tag, seq: 6, previous: position.hash, commitment })
    const followed = followChain({ ...position, index: -1 }, [{ index: 3, bytes: moved }])
    expect(followed).toMatchObject({ break: undefined, position: { seq: 6, index: 3 } })
  })

  it('without one of its leaves has a gap there', () => {
    for (let place = 0; place < 4; place += 1) {
      const followed = follow(chain.toSpliced(place, 1))
      expect(followed.break).toEqual({
        kind: 'gap',
        index: 10 + (place + 1) * 3,
        expectedSeq: place + 1,
        seq: place + 2,
      })
      expect(followed.position.seq).toBe(place)
    }
  })

  it('without its last leaf contradicts its head', () => {
    expect(follow(chain.toSpliced(4, 1)).break).toEqual({
      kind: 'contradicted',
      index: 40,
      seq: 4,
      statedSeq: 5,
    })
  })

  it('with a head that names another last leaf contradicts it', () => {
    const head = encodeLeaf({ type: 'head', tag, seq: 5, previous: leafHash(bytesAt(3)), commitment })
    expect(follow(chain.with(5, { index: 40, bytes: head })).break).toMatchObject({ kind: 'contradicted' })
  })

  it('with a leaf twice, or a second leaf of the same number, repeats it', () => {
    const fork = encodeLeaf({ ...decodeLeaf(bytesAt(3)), commitment: new Uint8Array(32) })
    for (const bytes of [bytesAt(3), fork])
      expect(follow(chain.toSpliced(4, 0, { index: 20, bytes })).break).toEqual({
        kind: 'repeated',
        index: 20,
        expectedSeq: 5,
        seq: 4,
      })
  })

  it('with any other bytes in a leaf breaks there or at the next leaf', () => {
    for (let place = 0; place < 5; place += 1) {
      for (let bit = 0; bit < 89 * 8; bit += 1) {
        const { break: found } = follow(
          chain.with(place, { index: 10 + place * 3, bytes: flipped(bytesAt(place), bit) }),
        )
        // An entry and an anchor differ in one bit. Both are links, and the next link shows the change.
        if (!found) expect.fail(`bit ${bit} of leaf ${place} is not noticed`)
        expect([chain[place]?.index, chain[place + 1]?.index]).toContain(found.index)
      }
    }
  })

  it('whose leaf follows another one is unlinked', () => {
    const bytes = encodeLeaf({ ...decodeLeaf(bytesAt(3)), previous: leafHash(bytesAt(1)) })
    expect(follow(chain.with(3, { index: 19, bytes })).break).toEqual({ kind: 'unlinked', index: 19, seq: 4 })
  })

  it('whose indices do not rise is disordered', () => {
    for (const index of [13, 16])
      expect(follow(chain.with(3, { index, bytes: bytesAt(3) })).break).toEqual({
        kind: 'disordered',
        index,
        previousIndex: 16,
      })
  })

  it('with a leaf of another chain, or bytes that are no leaf, names it', () => {
    const foreign = encodeLeaf({ ...decodeLeaf(bytesAt(1)), tag: new Uint8Array(16) })
    expect(follow(chain.with(1, { index: 13, bytes: foreign })).break).toEqual({ kind: 'foreign', index: 13 })
    expect(follow(chain.with(1, { index: 13, bytes: utf8('no leaf') })).break).toEqual({
      kind: 'malformed',
      index: 13,
      reason: 'A leaf has 89 bytes.',
    })
  })
})
