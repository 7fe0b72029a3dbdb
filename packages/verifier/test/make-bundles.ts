import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BundleEntry,
  type Checkpoint,
  commitContent,
  createSigner,
  emptyRoot,
  encodeLeaf,
  leafHash,
  noPrevious,
  parseCheckpoint,
  printNote,
  printTilePath,
  printTreeHead,
  printVerifierKey,
  signText,
  TileWriter,
  writeBundle,
} from '@parley/evidence'

const origin = 'log.example/cell-1'
const signer = createSigner(origin, 'ed25519', new Uint8Array(32).fill(1))
const witness = createSigner('witness.example', 'ml-dsa-44-cosignature', new Uint8Array(32).fill(2))
const tag = new Uint8Array(16).fill(3)
const startMs = Date.parse('2026-11-01T00:00:00Z')

/** A name that turns the text after it around, and moves the cursor of a terminal. */
export const turned = 'x\u202etxet desrever\u2028\u009b2J'

/**
 * Writes honest.zip, period.zip, which its own export does not close, changed.zip, where one text was changed, turned.zip, which a strange name has
 * asked for, and the policy.txt that all are judged by.
 */
export async function makeBundles(folder: string, count = 300): Promise<void> {
  const entries: BundleEntry[] = []
  const tiles = new TileWriter()
  let previous = noPrevious
  for (let index = 0; index < count; index += 1) {
    const entry = makeEntry(index, index === count - 1, previous)
    previous = leafHash(
      encodeLeaf({ type: 'entry', tag, seq: entry.seq, previous, commitment: commitContent(entry.content) }),
    )
    tiles.append(previous)
    entries.push(entry)
  }
  const checkpoint = signed(tiles.size, tiles.root(), startMs / 1000 + count)
  const contents = new Map(tiles.takeTiles().map(({ tile, bytes }) => [printTilePath(tile), bytes]))
  const policy = `log ${printVerifierKey(signer.key)}\nwitness w ${printVerifierKey(witness.key)}\nquorum w\n`
  const write = async (
    name: string,
    shown: readonly BundleEntry[],
    to: string | null = null,
    by = 'auditor@example.com',
  ): Promise<void> => {
    const bundle = writeBundle({
      log: { origin, keys: [signer.key] },
      owner: { tag, kind: 'advisor', name: 'Avery Quinn' },
      asked: { from: null, to, number: null, by },
      madeAt: new Date(startMs + count * 1000).toISOString(),
      entries: shown,
      checkpoint,
      checkpoints: [signed(0, emptyRoot, startMs / 1000 - 1)],
      readTiles: wanted =>
        Promise.resolve(wanted.map(tile => contents.get(printTilePath(tile)) ?? new Uint8Array())),
      policy,
      files: [],
    })
    await writeFile(join(folder, name), bundle)
  }
  await write('honest.zip', entries)
  await write('period.zip', entries, new Date(startMs - 600_000).toISOString())
  await write(
    'changed.zip',
    entries.map((entry, place) => (place === 41 ? { ...entry, content: changed(entry) } : entry)),
  )
  await write('turned.zip', entries, null, turned)
  await writeFile(join(folder, 'policy.txt'), policy)
}

function signed(size: number, root: Uint8Array, timeSeconds: number): Checkpoint {
  const text = printTreeHead({ origin, size, root, extensions: [] })
  const signatures = [signText(text, signer, 0), signText(text, witness, timeSeconds)]
  return parseCheckpoint(printNote({ text, signatures }))
}

function makeEntry(index: number, isLast: boolean, previous: Uint8Array): BundleEntry {
  const head = {
    actor: { kind: 'advisor' },
    advisorId: 1,
    at: new Date(startMs + index * 1000).toISOString(),
    kind: isLast ? 'evidence.exported' : 'message.accepted',
    subject: { id: 1000 + index, kind: 'message' },
    traceId: null,
  }
  const facts = isLast
    ? { by: 'auditor@example.com', from: null, number: null, owner: 'Avery Quinn', to: null }
    : { from: '+12025550100', kind: 'text', text: `Hello ${index}`, to: '+12025550148' }
  const salt = (start: number): Uint8Array => new Uint8Array(16).fill(start + index)
  const texts = { head: JSON.stringify(head), facts: JSON.stringify(facts) }
  return {
    index,
    seq: index + 1,
    previous,
    content: { shown: 'all', ...texts, headSalt: salt(1), factsSalt: salt(2) },
  }
}

function changed({ content }: BundleEntry): BundleEntry['content'] {
  if (content.shown !== 'all') throw new Error('nothing to change')
  return { ...content, facts: content.facts.replace('Hello', 'Hallo') }
}
