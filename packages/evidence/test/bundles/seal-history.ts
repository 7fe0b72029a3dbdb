import {
  type BundleEntry,
  type BundleInput,
  type Checkpoint,
  commitContent,
  cosign,
  createSigner,
  type EntryContent,
  encodeLeaf,
  leafHash,
  noPrevious,
  parseCheckpoint,
  printNote,
  printTilePath,
  printTreeHead,
  printVerifierKey,
  type ReadTiles,
  type Signer,
  signText,
  type Tile,
  TileWriter,
  writeBundle,
} from '../../src/index.ts'
import { printCanonicalJson } from '../../src/verify/canonical-json.ts'
import { bytesFrom, type HistoryEntry } from './make-history.ts'

export const origin = 'log.example/cell-1'
export const logSigner = createSigner(origin, 'ed25519', bytesFrom('log', 32))
const witnesses = ['north', 'south', 'west'].map(name =>
  createSigner(`${name}.example`, 'ed25519-cosignature', bytesFrom(name, 32)),
)
export const auditor = createSigner('firm.example/audit', 'ed25519-cosignature', bytesFrom('audit', 32))
const lines = witnesses.map((signer, place) => `witness w${place + 1} ${printVerifierKey(signer.key)}\n`)

/** Two of three witnesses, and an auditing one that is known but not needed. */
export const policyText = `log ${printVerifierKey(logSigner.key)}\n${lines.join('')}witness firm ${printVerifierKey(auditor.key)}\ngroup some 2 w1 w2 w3\nquorum some\n`

export interface SealOptions {
  /** A checkpoint after about so many entries. */
  readonly every: number
  /** Whose signatures the checkpoints get besides that of the log. */
  readonly cosigners: readonly Signer[]
  readonly signer?: Signer
}

export const honest: SealOptions = { every: 40, cosigners: witnesses.slice(0, 2) }

export interface SealedLog {
  readonly entries: readonly (BundleEntry & { readonly owner: number; readonly atMs: number })[]
  readonly tiles: ReadonlyMap<string, Uint8Array>
  readonly checkpoints: readonly Checkpoint[]
  readonly signer: Signer
}

/** Salts follow from the text, so that the same history gives the same log. */
export function contentOf(made: HistoryEntry): EntryContent {
  const { head, facts, isOld } = made
  const { headText = printCanonicalJson(head), factsText = printCanonicalJson(facts) } = made
  if (isOld) {
    const entry = made.headText ?? printCanonicalJson({ ...head, facts })
    return { shown: 'old', entry, blinding: bytesFrom(`blinding ${entry}`, 32) }
  }
  const salt = (name: string): Uint8Array => bytesFrom(`${name} ${headText} ${factsText}`, 16)
  return { shown: 'all', head: headText, headSalt: salt('head'), facts: factsText, factsSalt: salt('facts') }
}

export const tagOf = (owner: number): Uint8Array => bytesFrom(`tag ${owner}`, 16)

export function sealHistory(history: readonly HistoryEntry[], options: SealOptions): SealedLog {
  const { every, cosigners, signer = logSigner } = options
  const chains = new Map<number, { seq: number; hash: Uint8Array }>()
  const writer = new TileWriter()
  const entries: (BundleEntry & { owner: number; atMs: number })[] = []
  const startMs = (history[0]?.atMs ?? 0) - 1000
  const checkpoints = [signHead(0, writer.root(), startMs, signer, cosigners)]
  for (const [index, entry] of history.entries()) {
    const { seq, hash: previous } = chains.get(entry.owner) ?? { seq: 0, hash: noPrevious }
    const content = contentOf(entry)
    const leaf = {
      type: 'entry',
      tag: tagOf(entry.owner),
      seq: seq + 1,
      previous,
      commitment: commitContent(content),
    } as const
    const hash = leafHash(encodeLeaf(leaf))
    writer.append(hash)
    chains.set(entry.owner, { seq: seq + 1, hash })
    entries.push({ index, seq: seq + 1, previous, content, owner: entry.owner, atMs: entry.atMs })
    if ((index + 1) % every === 0 || index === history.length - 1)
      checkpoints.push(signHead(writer.size, writer.root(), entry.atMs + 2000, signer, cosigners))
  }
  const tiles = new Map(writer.takeTiles().map(({ tile, bytes }) => [printTilePath(tile), bytes]))
  return { entries, tiles, checkpoints, signer }
}

export function signHead(
  size: number,
  root: Uint8Array,
  atMs: number,
  signer: Signer,
  cosigners: readonly Signer[],
): Checkpoint {
  const text = printTreeHead({ origin, size, root, extensions: [] })
  const signed = parseCheckpoint(printNote({ text, signatures: [signText(text, signer, 0)] }))
  const cosignatures = cosigners.length > 0 ? cosign(signed, cosigners, Math.floor(atMs / 1000)) : []
  return { ...signed, note: { text, signatures: [...signed.note.signatures, ...cosignatures] } }
}

export const readTilesOf =
  ({ tiles }: Pick<SealedLog, 'tiles'>): ReadTiles =>
  wanted =>
    Promise.resolve(wanted.map((tile: Tile) => tiles.get(printTilePath(tile)) ?? new Uint8Array()))

/** Everything of one owner, up to the end of the log. */
export function inputOf(log: SealedLog, owner: number, changes: Partial<BundleInput> = {}): BundleInput {
  const checkpoint = log.checkpoints.at(-1)
  if (!checkpoint) throw new Error('the log has no checkpoint')
  return {
    log: { origin, keys: [log.signer.key] },
    owner: { tag: tagOf(owner), kind: 'advisor', name: `Advisor ${owner + 1}` },
    asked: { from: null, to: null, number: null, by: 'auditor@example.com' },
    madeAt: new Date((log.entries.at(-1)?.atMs ?? 0) + 5000).toISOString(),
    entries: log.entries.filter(entry => entry.owner === owner),
    checkpoint,
    checkpoints: log.checkpoints.slice(0, -1),
    readTiles: readTilesOf(log),
    policy: policyText,
    files: [
      { path: 'README.html', content: new TextEncoder().encode('<!doctype html><title>Bundle</title>') },
    ],
    ...changes,
  }
}

export async function bundleBytes(input: BundleInput): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeBundle(input)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
