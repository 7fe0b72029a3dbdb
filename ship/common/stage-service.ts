import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './root.ts'
import { run } from './run.ts'

const packages = ['contract', 'evidence', 'verifier', 'server']

/**
 * Installed by npm and never loaded by the service; the check of the image, which starts every process, fails if one of them is.
 * typescript: an optional peer of graphile-worker's configuration. zod: used by tools of @scalar only.
 */
const unused = ['typescript', '@typescript', 'zod', '@types', 'undici-types']
const unusedFiles = /\.(d\.[cm]?ts|map|flow|md|markdown)$/i

/** Puts what runs in production into the folder: run-time dependencies, sources without tests, the built app and the packed SDK. */
export async function stageService(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const manifests = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...packages.map(name => `packages/${name}/package.json`),
  ]
  await Promise.all(manifests.map(file => copy(file, folder)))
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
  })
  await prune(join(folder, 'node_modules'))
  await prune(join(folder, 'packages/server/node_modules'))
  // npm's record of what it installed names what was pruned.
  await rm(join(folder, 'node_modules/.package-lock.json'))
  const sources = ['contract', 'evidence/src', 'verifier/src', 'server/src', 'server/migrations', 'web/dist']
  for (const path of sources) await copy(`packages/${path}`, folder)
  await copy('packages/sdk/package.json', folder)
  const sdk = await readdir(join(root, 'packages/sdk'))
  for (const file of sdk.filter(name => name.endsWith('.tgz'))) await copy(`packages/sdk/${file}`, folder)
  await copy('LICENSE', folder)
}

async function copy(path: string, folder: string): Promise<void> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await cp(join(root, path), target, {
    recursive: true,
    filter: source => !/(\/node_modules|\.test\.tsx?|\/contract\/(test|tsconfig.*))$/.test(source),
  })
}

async function prune(folder: string): Promise<void> {
  if (!(await exists(folder))) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && unused.includes(entry.name) && dirname(path).endsWith('node_modules')) {
      await rm(path, { recursive: true })
    } else if (entry.isDirectory()) {
      await prune(path)
    } else if (unusedFiles.test(entry.name) || dirname(path).endsWith('node_modules/.bin')) {
      await rm(path)
    }
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
