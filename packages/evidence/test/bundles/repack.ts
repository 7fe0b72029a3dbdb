import { createHash } from 'node:crypto'
import { writeZip, Zip } from '../../src/index.ts'
import { textOf, utf8 } from '../hex.ts'
import { sourceOf } from './judge.ts'

type Files = Map<string, Uint8Array>

const isListed = (path: string): boolean => path !== 'manifest.json' && !path.startsWith('proof/')

/** The bundle with other files, and the manifest agreeing with them: nobody signs the manifest. */
export async function repack(bundle: Uint8Array, change: (files: Files) => void): Promise<Uint8Array> {
  const zip = await Zip.open(sourceOf(bundle))
  const files: Files = new Map()
  for (const path of zip.paths) files.set(path, (await zip.read(path, 2 ** 24)) ?? new Uint8Array())
  change(files)
  const manifest = JSON.parse(textOf(files.get('manifest.json') ?? new Uint8Array())) as { files: object }
  const digests = [...files]
    .filter(([path]) => isListed(path))
    .map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')])
  manifest.files = Object.fromEntries(digests) as object
  files.set('manifest.json', utf8(`${JSON.stringify(manifest, null, 2)}\n`))
  async function* contents() {
    for (const [path, content] of files) yield { path, content: whole(content) }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(contents())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
