import { startSha256 } from '#sha256'
import { checkpointPath, refuseUnknownPaths } from '../bundle/bundle-paths.ts'
import { type Manifest, manifestBytesMax, parseManifest } from '../bundle/manifest.ts'
import { type ByteSource, Zip } from '../bundle/zip/open-zip.ts'
import { encodeHex } from '../bytes/hex.ts'
import { type Checkpoint, parseCheckpoint } from '../checkpoint/checkpoint.ts'
import { FormatError } from '../format-error.ts'
import { type Note, noteBytesMax } from '../note/note.ts'
import type { Findings } from './verdict.ts'

export interface OpenBundle {
  readonly zip: Zip
  readonly manifest: Manifest
  readonly checkpoint: Checkpoint
  readonly earlier: readonly { readonly path: string; readonly checkpoint: Checkpoint }[]
  readonly tokens: readonly string[]
}

/** An export has fewer: 7,000 of witnesses right before and after entries, and 2,900 with a time stamp. */
const notesMax = 10_000
/** All of them are in memory. Each of 10,000 may have seven signatures of ML-DSA-44. */
const notesBytesMax = 2 ** 28

/** Opens a bundle. What it throws as FormatError means that there is nothing to judge. */
export async function openBundle(source: ByteSource): Promise<OpenBundle> {
  const zip = await Zip.open(source)
  const manifest = await zip.read('manifest.json', manifestBytesMax)
  if (!manifest) throw new FormatError('This is a zip file, but not a bundle: manifest.json is missing.')
  const checkpoint = await zip.read('checkpoint', noteBytesMax)
  if (!checkpoint) throw new FormatError('The file checkpoint is missing.')
  const paths = [...zip.paths]
  refuseUnknownPaths(paths, path => zip.bytesOf(path))
  const notes = paths.filter(path => path.startsWith('checkpoints/'))
  if (notes.length > notesMax) throw new FormatError(`The bundle has more than ${notesMax} checkpoints.`)
  if (notes.reduce((sum, path) => sum + (zip.bytesOf(path) ?? 0), 0) > notesBytesMax)
    throw new FormatError(`The checkpoints of the bundle have more than ${notesBytesMax} bytes.`)
  const earlier: { path: string; checkpoint: Checkpoint }[] = []
  for (const path of notes) {
    const note = parseSignedOnce((await zip.read(path, noteBytesMax)) ?? new Uint8Array(), path)
    // One of each size: otherwise the same checkpoint could be there again and again.
    if (path !== checkpointPath(note.head.size))
      throw new FormatError(`${path} is of another size than its name says.`)
    earlier.push({ path, checkpoint: note })
  }
  return {
    zip,
    manifest: parseManifest(manifest),
    checkpoint: parseSignedOnce(checkpoint, 'checkpoint'),
    earlier,
    tokens: paths.filter(path => path.startsWith('anchors/')),
  }
}

/** A line that is there again would look like another witness, and cost another check. */
function parseSignedOnce(bytes: Uint8Array, path: string): Checkpoint {
  const checkpoint = parseCheckpoint(bytes)
  const { signatures }: Note = checkpoint.note
  if (new Set(signatures.map(({ name, keyId }) => `${keyId} ${name}`)).size !== signatures.length)
    throw new FormatError(`${path} has two signatures of one key.`)
  return checkpoint
}

const isProof = (path: string): boolean => path.startsWith('proof/')
const isEntryFile = (path: string): boolean => path.startsWith('entries/')

/** Compares the files with the manifest. Those of entries are hashed while they are read; their digests are given. */
export async function checkFiles(
  { zip, manifest: { files } }: OpenBundle,
  entryDigests: ReadonlyMap<string, string>,
  findings: Findings,
): Promise<void> {
  for (const path of zip.paths)
    if (path !== 'manifest.json' && !isProof(path) && !Object.hasOwn(files, path))
      findings.add(`The file ${path} is not listed in manifest.json.`)
  for (const [path, expected] of Object.entries(files)) {
    if (zip.bytesOf(path) === undefined) {
      findings.add(`The file ${path} is listed in manifest.json, but is missing.`)
      continue
    }
    const digest = isEntryFile(path) ? entryDigests.get(path) : await digestOf(zip, path)
    if (digest !== expected) findings.add(`The file ${path} was changed after the bundle was made.`)
  }
}

async function digestOf(zip: Zip, path: string): Promise<string> {
  const hash = startSha256()
  for await (const piece of zip.stream(path)) hash.update(piece)
  return encodeHex(hash.digest())
}
