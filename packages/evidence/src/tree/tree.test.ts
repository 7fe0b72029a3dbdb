import { describe, expect, it } from 'vitest'
import { flipped, hex, hexes, unhex, utf8 } from '../../test/hex.ts'
import { NaiveTree, SparseTree } from '../../test/naive-tree.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import {
  CompactRange,
  type ConsistencyClaim,
  emptyRoot,
  FormatError,
  type InclusionClaim,
  leafHash,
  nodeHash,
  proveConsistency,
  proveInclusion,
  proveInclusions,
  readRoot,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../index.ts'

const sizeMax = 300
const entries = Array.from({ length: sizeMax }, (_, index) => utf8(`entry ${index}`))
const naive = new NaiveTree(entries)
const hashOf = (index: number): Uint8Array => naive.hash(index, index + 1)
const rootAt = (size: number): Uint8Array => naive.hash(0, size)

/** The inputs, roots and proofs of the Certificate Transparency reference implementation. */
describe('the reference vectors of RFC 6962', () => {
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(unhex)
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  const tree = new NaiveTree(inputs)

  it('have our roots', () => {
    expect(hex(emptyRoot)).toBe(roots[0])
    const found = roots.map((_, size) => hex(rootOf(inputs.slice(0, size).map(leafHash))))
    expect(found).toEqual(roots)
  })

  it('have our proofs', async () => {
    expect(hexes(await proveInclusion(5, 8, tree.read))).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      roots[4],
    ])
    expect(hexes(await proveConsistency(6, 8, tree.read))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      roots[4],
    ])
  })

  it('a leaf is not hashed as a node', () => {
    const [left, right] = [leafHash(utf8('a')), leafHash(utf8('b'))]
    expect(hex(nodeHash(left, right))).not.toBe(hex(leafHash(Buffer.concat([left, right]))))
  })
})

/** Much faster than expect, which would take most of the time. */
const isSame = (one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean =>
  Buffer.concat(one).equals(Buffer.concat(other))

describe(`every tree of up to ${sizeMax} leaves`, () => {
  it('has the root of the definition, appended, read from nodes, and restored at any point', async () => {
    const range = new CompactRange()
    for (let size = 0; size <= sizeMax; size += 1) {
      expect(hex(range.root())).toBe(hex(rootAt(size)))
      expect(hex(await readRoot(size, naive.read))).toBe(hex(rootAt(size)))
      if (size === sizeMax) break
      const restored = CompactRange.restore(range.serialize())
      restored.append(hashOf(size))
      expect(hex(restored.root())).toBe(hex(rootAt(size + 1)))
      range.append(hashOf(size))
      expect(range.size).toBe(size + 1)
    }
  })

  it('has the inclusion proofs of the definition, and they verify', async () => {
    const wrong: string[] = []
    for (let size = 1; size <= sizeMax; size += 1) {
      const indices = Array.from({ length: size }, (_, index) => index)
      const proofs = await proveInclusions(indices, size, naive.read)
      for (const [index, proof] of proofs.entries()) {
        const claim = { leafHash: hashOf(index), index, size, root: rootAt(size) }
        if (!verifyInclusion(claim, proof)) wrong.push(`${index} in ${size} does not verify`)
        if (!isSame(proof, naive.path(index, 0, size))) wrong.push(`${index} in ${size} differs`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('has the consistency proofs of the definition, and they verify', async () => {
    const wrong: string[] = []
    for (let size = 0; size <= sizeMax; size += 1) {
      for (let oldSize = 0; oldSize <= size; oldSize += 1) {
        const proof = await proveConsistency(oldSize, size, naive.read)
        const claim = { oldSize, oldRoot: rootAt(oldSize), size, root: rootAt(size) }
        if (!verifyConsistency(claim, proof)) wrong.push(`${oldSize} to ${size} does not verify`)
        if (oldSize > 0 && !isSame(proof, naive.subproof(oldSize, 0, size)))
          wrong.push(`${oldSize} to ${size} differs`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** Every proof that differs from this one in one bit, or in one hash left out, doubled, moved or added. */
function* alterations(proof: readonly Uint8Array[]): Generator<Uint8Array[]> {
  for (const [place, hash] of proof.entries()) {
    for (let bit = 0; bit < 256; bit += 1) yield proof.with(place, flipped(hash, bit))
    yield proof.toSpliced(place, 1)
    yield proof.toSpliced(place, 0, hash)
    yield proof.with(place, hash.subarray(1))
    if (place > 0) yield proof.toSpliced(place, 1).toSpliced(place - 1, 0, hash)
  }
  yield [...proof, emptyRoot]
  yield [emptyRoot, ...proof]
}

const bits = Array.from({ length: 256 }, (_, bit) => bit)
const sampleSizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 100, 255, 256, 257, 300]

describe('an altered proof is refused', () => {
  it('of inclusion', async () => {
    const random = seededRandom(1)
    for (const size of sampleSizes) {
      const index = random(size)
      const claim: InclusionClaim = { leafHash: hashOf(index), index, size, root: rootAt(size) }
      const proof = await proveInclusion(index, size, naive.read)
      expect(verifyInclusion(claim, proof)).toBe(true)
      const others = Array.from({ length: size }, (_, other) => other).filter(other => other !== index)
      const claims = [
        ...bits.map(bit => ({ ...claim, leafHash: flipped(claim.leafHash, bit) })),
        ...bits.map(bit => ({ ...claim, root: flipped(claim.root, bit) })),
        ...others.map(other => ({ ...claim, index: other })),
      ]
      expect([...alterations(proof)].filter(altered => verifyInclusion(claim, altered))).toEqual([])
      expect(claims.filter(altered => verifyInclusion(altered, proof))).toEqual([])
    }
  })

  it('of consistency', async () => {
    const random = seededRandom(2)
    for (const size of sampleSizes) {
      for (const oldSize of new Set([0, 1 + random(size), size])) {
        const claim: ConsistencyClaim = { oldSize, oldRoot: rootAt(oldSize), size, root: rootAt(size) }
        const proof = await proveConsistency(oldSize, size, naive.read)
        expect(verifyConsistency(claim, proof)).toBe(true)
        const claims = [
          ...bits.map(bit => ({ ...claim, oldRoot: flipped(claim.oldRoot, bit) })),
          // From the empty tree everything follows, so nothing ties the new root.
          ...(oldSize > 0 ? bits.map(bit => ({ ...claim, root: flipped(claim.root, bit) })) : []),
        ]
        expect([...alterations(proof)].filter(altered => verifyConsistency(claim, altered))).toEqual([])
        expect(claims.filter(altered => verifyConsistency(altered, proof))).toEqual([])
      }
    }
  })
})

it('numbers that are no size or index are refused, not computed with', async () => {
  const root = rootAt(5)
  for (const number of [-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
    expect(verifyInclusion({ leafHash: hashOf(0), index: number, size: 5, root }, [])).toBe(false)
    expect(verifyInclusion({ leafHash: hashOf(0), index: 0, size: number, root }, [])).toBe(false)
    expect(verifyConsistency({ oldSize: number, oldRoot: root, size: 5, root }, [])).toBe(false)
    expect(verifyConsistency({ oldSize: 0, oldRoot: emptyRoot, size: number, root }, [])).toBe(false)
    await expect(proveInclusion(number, 5, naive.read)).rejects.toThrow(RangeError)
    await expect(proveConsistency(1, number, naive.read)).rejects.toThrow(RangeError)
  }
  expect(verifyInclusion({ leafHash: hashOf(0), index: 5, size: 5, root }, [])).toBe(false)
  expect(verifyConsistency({ oldSize: 6, oldRoot: root, size: 5, root }, [])).toBe(false)
})

it('an empty tree has one root only', () => {
  const claim = { oldSize: 0, oldRoot: emptyRoot, size: 0 }
  expect(verifyConsistency({ ...claim, root: emptyRoot }, [])).toBe(true)
  expect(verifyConsistency({ ...claim, root: rootAt(1) }, [])).toBe(false)
})

it('trees of up to 2^53 - 1 leaves have proofs that verify', async () => {
  const random = seededRandom(3)
  const edges = [2 ** 31, 2 ** 32, 2 ** 33, 2 ** 52].flatMap(power => [power - 1, power, power + 1])
  const sizes = [
    ...edges,
    2 ** 53 - 2,
    2 ** 53 - 1,
    ...Array.from({ length: 30 }, () => 1 + random(2 ** 53 - 1)),
  ]
  for (const size of sizes) {
    const index = random(size)
    const tree = new SparseTree(utf8('plain'), new Map([[index, utf8('marked')]]))
    const root = await readRoot(size, tree.read)
    const proof = await proveInclusion(index, size, tree.read)
    expect(verifyInclusion({ leafHash: leafHash(utf8('marked')), index, size, root }, proof)).toBe(true)
    expect(verifyInclusion({ leafHash: leafHash(utf8('plain')), index, size, root }, proof)).toBe(false)
    for (const oldSize of [index + 1, 1 + random(size), Math.min(size, 2 ** 31), Math.floor(size / 2) + 1]) {
      const claim = { oldSize, oldRoot: await readRoot(oldSize, tree.read), size, root }
      const consistency = await proveConsistency(oldSize, size, tree.read)
      expect(verifyConsistency(claim, consistency)).toBe(true)
      expect(verifyConsistency({ ...claim, oldRoot: flipped(claim.oldRoot, 0) }, consistency)).toBe(false)
    }
  }
})

it('a compact range reports every complete node once', () => {
  const range = new CompactRange()
  const nodes = new Map<string, string>()
  for (let index = 0; index < sizeMax; index += 1) {
    range.append(hashOf(index), (level, node, hash) => {
      if (nodes.has(`${level}/${node}`)) expect.fail(`node ${level}/${node} is reported twice`)
      nodes.set(`${level}/${node}`, hex(hash))
    })
  }
  const expected = new Map<string, string>()
  for (let level = 0; 2 ** level <= sizeMax; level += 1)
    for (let node = 0; (node + 1) * 2 ** level <= sizeMax; node += 1)
      expected.set(`${level}/${node}`, hex(naive.hash(node * 2 ** level, (node + 1) * 2 ** level)))
  expect(nodes).toEqual(expected)
})

it('a compact range keeps its leaves when the caller reuses the bytes', () => {
  const range = new CompactRange()
  const bytes = new Uint8Array(32)
  for (let index = 0; index < 3; index += 1) {
    bytes.set(hashOf(index))
    range.append(bytes)
  }
  bytes.fill(0)
  expect(hex(range.root())).toBe(hex(rootAt(3)))
})

it('a stored tree of the wrong length or size is refused', () => {
  const range = new CompactRange()
  for (let index = 0; index < 5; index += 1) range.append(hashOf(index))
  const bytes = range.serialize()
  const hostile = [
    new Uint8Array(),
    bytes.subarray(0, 7),
    bytes.subarray(0, -1),
    Buffer.concat([bytes, new Uint8Array(32)]),
    Buffer.concat([new Uint8Array(8).fill(255), bytes.subarray(8)]),
  ]
  for (const stored of hostile) expect(() => CompactRange.restore(stored)).toThrow(FormatError)
})
