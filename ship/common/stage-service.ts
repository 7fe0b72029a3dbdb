import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { root } from './root.ts'

/** Built by `npm run build`, apart from what is not built. */
const parts = [
  'packages/server/package.json',
  'packages/server/dist',
  'packages/server/assets',
  'packages/server/migrations',
  'packages/web/dist',
  'packages/sdk/package.json',
  'LICENSE',
]

const unusedFiles = /\.(d\.[cm]?ts|flow|md|markdown)$|\/\.bin\//i

/** Puts what runs in production into the folder: the bundle, the packages it loads, its files, the built app and the packed SDK. */
export async function stageService(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const sdk = (await readdir(join(root, 'packages/sdk'))).filter(name => name.endsWith('.tgz'))
  const packages = await externalPackages()
  for (const path of [...parts, ...sdk.map(name => `packages/sdk/${name}`), ...packages]) {
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      // What a package has in a node_modules of its own is in the list, if anything needs it.
      filter: source =>
        !unusedFiles.test(source) && !relative(join(root, path), source).startsWith('node_modules'),
    })
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Folders of the packages that the bundle loads from node_modules, and of all they need. */
async function externalPackages(): Promise<string[]> {
  const found = new Set<string>()
  const visit = async (from: string): Promise<void> => {
    const { dependencies = {} } = JSON.parse(
      await readFile(join(root, from, 'package.json'), 'utf8'),
    ) as Manifest
    for (const name of Object.keys(dependencies)) {
      const folder = await resolve(name, from)
      if (found.has(folder)) continue
      found.add(folder)
      await visit(folder)
    }
  }
  await visit('packages/server/dist')
  return [...found].toSorted()
}

/** As Node does: the nearest node_modules that has it. */
async function resolve(name: string, from: string): Promise<string> {
  const candidate = join(from, 'node_modules', name)
  const isThere = await readFile(join(root, candidate, 'package.json')).then(
    () => true,
    () => false,
  )
  if (isThere) return candidate
  if (from === '.') throw new Error(`${name} is not installed`)
  return resolve(name, dirname(from))
}

if (import.meta.main) await stageService(process.argv[2] ?? '')
