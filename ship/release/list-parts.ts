import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '../common/expect.ts'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import type { Version } from '../common/version.ts'
import type { Component } from './component.ts'
import { debianParts } from './debian-parts.ts'

/** CycloneDX, as npm writes it. */
interface PartsList {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly components: readonly Component[]
}

/** Everything in the root file system of an image: npm's packages, Debian's, and Node. */
export async function listParts(image: string, { number, epoch }: Version): Promise<PartsList> {
  const service = join(image, 'parley')
  // Of the whole lock file: with --omit=dev npm 11 leaves out packages that are shipped and also used by tests, such as pg.
  const printed = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
  })
  const { bomFormat, specVersion, metadata, components } = JSON.parse(printed) as PartsList
  const installed = await installedIn(service)
  const shipped = components.filter(component => installed.delete(idOf(component)))
  // A package that is there and not in the list would be one that nobody looks for when it has a hole.
  expect(installed.size === 0, `not in the list of parts: ${[...installed].join(', ')}`)
  const status = await readFile(join(image, 'var/lib/dpkg/status'), 'utf8')
  const debian = debianParts(status)
  expect(
    debian.some(({ name }) => name === 'libc6'),
    'the image has no record of its Debian packages',
  )
  return {
    bomFormat,
    specVersion,
    // npm's time and serial number would make every list another.
    metadata: {
      timestamp: new Date(Number(epoch) * 1_000).toISOString(),
      tools: metadata['tools'],
      component: {
        type: 'application',
        name: 'parley',
        version: number,
        purl: `pkg:generic/parley@${number}`,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: [await nodeOf(image), ...shipped, ...debian],
  }
}

/** What the image holds, bundled or as packages. The lock file also has what only other workspaces need. */
async function installedIn(service: string): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const file of glob('**/node_modules/{*,@*/*}/package.json', { cwd: service })) {
    const { name, version } = JSON.parse(await readFile(join(service, file), 'utf8')) as Partial<Component>
    // Folders of a package that only say how to load it have neither.
    if (name !== undefined && version !== undefined) found.add(idOf({ name, version }))
  }
  // Each licence begins with the package's name and version (packages/server/build/bundle-server.ts).
  const licences = await readFile(join(service, 'packages/server/dist/LICENCES'), 'utf8')
  for (const text of licences.split(/^={80}\n\n/m)) found.add(/^\S+/.exec(text)?.[0] ?? '')
  return found
}

const idOf = ({ name, version }: Pick<Component, 'name' | 'version'>): string => `${name}@${version}`

async function nodeOf(image: string): Promise<Component> {
  const version = (await run(join(image, 'usr/local/bin/node'), ['--version'])).slice(1)
  return {
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  }
}
