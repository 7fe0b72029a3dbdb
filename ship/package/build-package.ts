import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { stageService } from '../common/stage-service.ts'
import { readVersion } from '../common/version.ts'
import { maintainerScripts } from './maintainer-scripts.ts'
import { environmentFile, program, sysusers } from './package-files.ts'
import { unitFiles } from './units.ts'

/** Builds one package for each version number, all of this clone, and returns their files. */
export async function buildPackages(versions: readonly string[]): Promise<string[]> {
  const tree = join(root, `.cache/ship/package-${process.pid}`)
  const output = join(root, '.cache/ship')
  const { epoch } = await readVersion()
  try {
    await stageService(join(tree, 'opt/parley'))
    await writeFiles(tree)
    await run('chmod', ['-R', 'u=rwX,go=rX', tree])
    for (const file of ['usr/bin/parley', 'opt/parley/bin/node'])
      await run('chmod', ['755', join(tree, file)])
    const files: string[] = []
    for (const version of versions) {
      await writeControl(tree, version)
      const file = join(output, `parley_${version}_amd64.deb`)
      const env = { ...process.env, SOURCE_DATE_EPOCH: epoch }
      await run('dpkg-deb', ['--root-owner-group', '-Zzstd', '--build', tree, file], { env })
      files.push(file)
    }
    return files
  } finally {
    await rm(tree, { recursive: true })
  }
}

async function writeFiles(tree: string): Promise<void> {
  const files = {
    'etc/parley/parley.env': environmentFile,
    'usr/bin/parley': program,
    'usr/lib/sysusers.d/parley.conf': sysusers,
    ...Object.fromEntries(
      Object.entries(unitFiles()).map(([name, text]) => [`lib/systemd/system/${name}`, text]),
    ),
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), text)
  }
  const copies = {
    'opt/parley/bin/node': 'node_modules/node/bin/node',
    'usr/share/doc/parley/operations.md': 'docs/operations.md',
    'usr/share/doc/parley/configuration.md': 'docs/configuration.md',
    'usr/share/doc/parley/copyright': 'LICENSE',
  }
  for (const [path, source] of Object.entries(copies)) {
    await cp(join(root, source), join(tree, path), { dereference: true })
  }
}

async function writeControl(tree: string, version: string): Promise<void> {
  const folder = join(tree, 'DEBIAN')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const [kilobytes] = (await run('du', ['-sk', '--exclude=DEBIAN', tree])).split('\t')
  const control = {
    Package: 'parley',
    Version: version,
    Architecture: 'amd64',
    Maintainer: 'Parley maintainers <maintainers@parley.invalid>',
    'Installed-Size': kilobytes,
    Depends: 'libc6 (>= 2.28), libstdc++6, systemd (>= 250)',
    Section: 'net',
    Priority: 'optional',
    Description:
      'compliance-grade texting for financial advisors\n Api, worker and sealer as hardened systemd services, with their own Node.',
  }
  await writeFile(
    join(folder, 'control'),
    Object.entries(control)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  )
  await writeFile(join(folder, 'conffiles'), '/etc/parley/parley.env\n')
  for (const [name, text] of Object.entries(maintainerScripts)) {
    await writeFile(join(folder, name), text, { mode: 0o755 })
  }
}
