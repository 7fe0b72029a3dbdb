import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commitEntry,
  createSigner,
  encodeLeaf,
  leafHash,
  nodesFromTiles,
  noPrevious,
  parseNote,
  parseVerifierKey,
  printEntryBundle,
  printNote,
  printSignerKey,
  printTilePath,
  printTreeHead,
  printVerifierKey,
  proveConsistency,
  proveInclusion,
  type ReadTiles,
  readRoot,
  signText,
  TileWriter,
  verifyConsistency,
  verifyInclusion,
  verifyNote,
} from '../src/index.ts'
import { flipped, hex, textOf, utf8 } from './hex.ts'
import { SparseTree } from './naive-tree.ts'
import { seededRandom } from './seeded-random.ts'

// On Debian: apt-get install golang-go golang-golang-x-mod-dev
const go = {
  cwd: fileURLToPath(new URL('go', import.meta.url)),
  env: {
    ...process.env,
    GO111MODULE: 'off',
    GOFLAGS: '',
    GOPATH: '/usr/share/gocode',
    GOCACHE: fileURLToPath(new URL('../../../.cache/go-build', import.meta.url)),
  },
  maxBuffer: 2 ** 30,
}
const isInstalled = spawnSync('go', ['list', 'golang.org/x/mod/sumdb/tlog'], go).status === 0
if (!isInstalled) process.stderr.write('Skipped: go or golang.org/x/mod is not installed.\n')

const isLong = process.env['EVIDENCE_LONG'] === '1'
const size = isLong ? 1_000_000 : 20_000
const proofs = isLong ? 1000 : 200
const chains = 50
const sparseSizeMax = 1_000_000_000

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const random = seededRandom(9)
const seed = new Uint8Array(32).fill(3)
const signer = createSigner('log.example/cell', 'ed25519', seed)

interface Verdict {
  readonly Root: string
  readonly Tiles: number
  readonly Entries: number
  readonly Inclusion: readonly boolean[]
  readonly Consistency: readonly boolean[]
  readonly Sparse: readonly {
    readonly Root: string
    readonly OldRoot: string
    readonly Inclusion: readonly string[]
    readonly Consistency: readonly string[]
  }[]
  readonly Notes: readonly {
    readonly Text: string
    readonly Signatures: number
    readonly Unverified: number
    readonly Error: string
  }[]
  readonly Signed: string
}

let folder: string

/** Writes a log of real leaves as tiles and entry bundles, and returns its root. */
async function writeLog(): Promise<Uint8Array> {
  const writer = new TileWriter()
  const heads = Array.from({ length: chains }, () => noPrevious)
  let bundle: Uint8Array[] = []
  for (let index = 0; index < size; index += 1) {
    const chain = index % chains
    const tag = new Uint8Array(16).fill(chain + 1)
    const previous = heads[chain] ?? noPrevious
    const commitment = commitEntry(utf8(`head ${index}`), utf8('facts'))
    const bytes = encodeLeaf({
      type: 'entry',
      tag,
      seq: 1 + Math.floor(index / chains),
      previous,
      commitment,
    })
    const hash = leafHash(bytes)
    heads[chain] = hash
    writer.append(hash)
    bundle.push(bytes)
    if (bundle.length < 256 && index < size - 1) continue
    const tile = { level: 'entries', index: Math.floor(index / 256), width: bundle.length } as const
    await write(printTilePath(tile), printEntryBundle(bundle))
    bundle = []
    for (const { tile: changed, bytes: content } of writer.takeTiles())
      await write(printTilePath(changed), content)
  }
  return writer.root()
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), bytes)
}

/** Tiles of an earlier tree are the beginnings of those of the last one. */
const readTiles: ReadTiles = tiles =>
  Promise.all(
    tiles.map(async ({ level, index, width }) => {
      const span = 256 ** Number(level)
      const last = Math.min(256, Math.floor(size / span) - index * 256)
      const bytes = await readFile(join(folder, printTilePath({ level, index, width: last })))
      return bytes.subarray(0, width * 32)
    }),
  )

interface Claimed {
  readonly index: number
  readonly oldSize: number
  readonly size: number
  readonly root: Uint8Array
  readonly oldRoot: Uint8Array
  readonly inclusion: readonly Uint8Array[]
  readonly consistency: readonly Uint8Array[]
}

async function prove(): Promise<Claimed> {
  const treeSize = 1 + random(size)
  const index = random(treeSize)
  const oldSize = 1 + random(treeSize)
  const read = nodesFromTiles(treeSize, readTiles)
  return {
    index,
    oldSize,
    size: treeSize,
    root: await readRoot(treeSize, read),
    oldRoot: await readRoot(oldSize, read),
    inclusion: await proveInclusion(index, treeSize, read),
    consistency: await proveConsistency(oldSize, treeSize, read),
  }
}

const printed = (claim: Claimed): Record<string, unknown> => ({
  index: claim.index,
  oldSize: claim.oldSize,
  size: claim.size,
  root: base64(claim.root),
  oldRoot: base64(claim.oldRoot),
})

describe.skipIf(!isInstalled)(`golang.org/x/mod/sumdb, given a log of ${size} leaves`, () => {
  let root: Uint8Array
  let verdict: Verdict
  const sparse = Array.from({ length: proofs }, () => {
    const treeSize = 1 + random(sparseSizeMax)
    const index = random(treeSize)
    return { size: treeSize, index, oldSize: 1 + random(treeSize), marked: [index, random(treeSize)] }
  })
  const text = printTreeHead({ origin: 'log.example/cell', size, root: noPrevious, extensions: [] })
  const witness = createSigner('witness.example', 'ml-dsa-44-cosignature', seed)
  const note = { text, signatures: [signText(text, signer, 0), signText(text, witness, 1)] }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-evidence-'))
    root = await writeLog()
    const claims: Claimed[] = []
    for (let count = 0; count < proofs; count += 1) claims.push(await prove())
    const altered = claims.map(claim => ({
      ...claim,
      inclusion: claim.inclusion.map((hash, place) => (place === 0 ? flipped(hash, random(256)) : hash)),
      consistency: claim.consistency.map((hash, place) => (place === 0 ? flipped(hash, random(256)) : hash)),
    }))
    const all = [...claims, ...altered.filter(claim => claim.inclusion.length * claim.consistency.length > 0)]
    const key = printVerifierKey(signer.key)
    const broken = { ...note, text: text.replace('cell', 'call') }
    const input = {
      folder,
      size,
      inclusion: all.map(claim => ({ ...printed(claim), proof: claim.inclusion.map(base64) })),
      consistency: all.map(claim => ({ ...printed(claim), proof: claim.consistency.map(base64) })),
      sparse,
      notes: [note, broken].map(given => ({ key, note: textOf(printNote(given)) })),
      signerKey: printSignerKey('log.example/cell', 'ed25519', seed),
      text,
    }
    const file = join(folder, 'input.json')
    await writeFile(file, JSON.stringify(input))
    verdict = JSON.parse(execFileSync('go', ['run', 'judge.go', file], go).toString()) as Verdict
  }, 1_800_000)

  afterAll(() => rm(folder, { recursive: true }))

  it('rebuilds our root from our tiles, and finds every tile and entry in its place', () => {
    expect(verdict.Root).toBe(base64(root))
    expect(verdict.Entries).toBe(size)
    expect(verdict.Tiles).toBeGreaterThan(size / 256)
  })

  it('accepts our proofs from tiles for random earlier trees, and refuses them altered', () => {
    for (const results of [verdict.Inclusion, verdict.Consistency]) {
      expect(results.slice(0, proofs).filter(accepted => !accepted)).toEqual([])
      expect(results.length).toBeGreaterThan(proofs * 1.5)
      expect(results.slice(proofs).filter(accepted => accepted)).toEqual([])
    }
  })

  it(`makes the same proofs for random trees of up to ${sparseSizeMax} leaves, and we accept them`, async () => {
    for (const [place, { size: treeSize, index, oldSize, marked }] of sparse.entries()) {
      const tree = new SparseTree(utf8('plain'), new Map(marked.map(at => [at, utf8('marked')])))
      const inclusion = await proveInclusion(index, treeSize, tree.read)
      const consistency = await proveConsistency(oldSize, treeSize, tree.read)
      const [treeRoot, oldRoot] = [await readRoot(treeSize, tree.read), await readRoot(oldSize, tree.read)]
      expect(verdict.Sparse[place]).toEqual({
        Root: base64(treeRoot),
        OldRoot: base64(oldRoot),
        Inclusion: inclusion.map(base64),
        Consistency: consistency.map(base64),
      })
      const claim = { leafHash: leafHash(utf8('marked')), index, size: treeSize, root: treeRoot }
      expect(verifyInclusion(claim, inclusion)).toBe(true)
      expect(verifyConsistency({ oldSize, oldRoot, size: treeSize, root: treeRoot }, consistency)).toBe(true)
    }
  })

  it('opens our note, passes over the cosignature that it does not know, and refuses another text', () => {
    expect(verdict.Notes[0]).toEqual({ Text: text, Signatures: 1, Unverified: 1, Error: '' })
    expect(verdict.Notes[1]?.Error).toMatch(/invalid signature/)
  })

  it('reads our signer key, and we verify what it signs', () => {
    const signed = parseNote(utf8(verdict.Signed))
    const key = parseVerifierKey(printVerifierKey(signer.key))
    expect(verifyNote(signed, [key])).toEqual({ verified: [{ key, timeSeconds: undefined }], failed: [] })
    expect(hex(signed.signatures[0]?.bytes ?? new Uint8Array())).toBe(hex(signText(text, signer, 0).bytes))
  })
})
