import { startSha256 } from '#sha256'
import { type Manifest, manifestBytesMax, parseManifest } from '../bundle/manifest.ts'
import { type ByteSource, Zip } from '../bundle/zip/open-zip.ts'
import { encodeHex } from '../bytes/hex.ts'
import { type Checkpoint, parseCheckpoint } from '../checkpoint/checkpoint.ts'
import { FormatError } from '../format-error.ts'
import { noteBytesMax } from '../note/note.ts'
import type { Findings } from './verdict.ts'

export interface OpenBundle {
  readonly zip: Zip
  readonly manifest: Manifest
  readonly checkpoint: Checkpoint
  readonly earlier: readonly { readonly path: string; readonly checkpoint: Checkpoint }[]
  readonly tokens: readonly string[]
}

const notesMax = 10_000
/** All of them are in memory. */
const earlierNoteBytesMax = 16_384

/** Opens a bundle. What it throws as FormatError means that there is nothing to judge. */
export async function openBundle(source: ByteSource): Promise<OpenBundle> {
  const zip = await Zip.open(source)
  const manifest = await zip.read('manifest.json', manifestBytesMax)
  if (!manifest) throw new FormatError('This is a zip file, but not a bundle: manifest.json is missing.')
  const checkpoint = await zip.read('checkpoint', noteBytesMax)
  if (!checkpoint) throw new FormatError('The file checkpoint is missing.')
  const paths = [...zip.paths]
  const notes = paths.filter(path => path.startsWith('checkpoints/'))
  if (notes.length > notesMax) throw new FormatError(`The bundle has more than ${notesMax} checkpoints.`)
  const earlier: { path: string; checkpoint: Checkpoint }[] = []
  for (const path of notes)
    earlier.push({
      path,
      checkpoint: parseCheckpoint((await zip.read(path, earlierNoteBytesMax)) ?? new Uint8Array()),
    })
  return {
    zip,
    manifest: parseManifest(manifest),
    checkpoint: parseCheckpoint(checkpoint),
    earlier,
    tokens: paths.filter(path => path.startsWith('anchors/')),
  }
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
