// Run by main.ts in a clone of the tag: node ship/release/build-release.ts <tag> <folder> [<secret key of minisign>]
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { expect } from '../common/expect.ts'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { useContainers } from '../common/use-containers.ts'
import { readVersion } from '../common/version.ts'
import { buildImage } from '../image/build-image.ts'
import { buildPackages } from '../package/build-package.ts'
import { findSecrets } from './find-secrets.ts'
import { type LockFile, refusedLicences } from './licences.ts'
import { listParts } from './list-parts.ts'
import { readTag } from './read-tag.ts'
import { sign } from './sign.ts'

const [tag = '', output = '', keyFile] = process.argv.slice(2)
const scratch = join(root, '.cache/ship/release')
await mkdir(scratch, { recursive: true })
const name = `parley-${await readTag(root, tag)}`
const version = await readVersion()

const due = await run('node', ['tools/rings/main.ts', '--list'], { cwd: root })
expect(due === '', `long runs are due; run npm run test:due -- --record:\n${due}`)

const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile
const refused = refusedLicences(lock)
expect(refused.length === 0, `licences that are not allowed: ${refused.join(', ')}`)
console.log('licences: every package that is shipped has one of the list')
console.log(`secrets: ${await findSecrets(root, scratch)}`)

await run('npm', ['run', 'build'], { cwd: root })
await useContainers()
const image = await buildImage(`localhost/parley:${version.number}`)
const twice = await buildImage(`localhost/parley:${version.number}`)
expect(image.digest === twice.digest, `two builds differ: ${image.digest}, ${twice.digest}`)
await rm(join(output, `${name}.oci.tar`), { force: true })
await run('podman', [
  'save',
  '--quiet',
  '--format',
  'oci-archive',
  '--output',
  join(output, `${name}.oci.tar`),
  image.name,
])
await writeFile(join(output, `${name}.image-digest`), `${image.digest}\n`)
console.log(`image: ${(image.bytes / 1e6).toFixed(0)} MB, ${image.digest}, the same twice`)

for (const file of await buildPackages([version.number])) await copyFile(file, join(output, basename(file)))
const sdk = `parley-sdk-${version.number}.tgz`
await copyFile(join(root, 'packages/sdk', sdk), join(output, sdk))

const unpacked = join(scratch, 'image')
await unpack(image.name, unpacked)
const parts = await listParts(unpacked, version)
await writeFile(join(output, `${name}.cdx.json`), `${JSON.stringify(parts, null, 2)}\n`)
const debian = parts.components.filter(({ purl }) => purl.startsWith('pkg:deb/')).length
console.log(`parts: ${parts.components.length}, of which ${debian} are Debian's`)

const files = (await readdir(output)).filter(file => !file.startsWith('SHA256SUMS')).toSorted()
const sums = await Promise.all(files.map(async file => `${await digestOf(join(output, file))}  ${file}\n`))
await writeFile(join(output, 'SHA256SUMS'), sums.join(''))
if (keyFile === undefined) console.log('not signed: no --key')
else console.log(sign(join(output, 'SHA256SUMS'), keyFile, `${name} ${version.commit}`))

async function unpack(built: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const container = await run('podman', ['create', built])
  try {
    const archive = join(scratch, 'image.tar')
    await run('podman', ['export', '--output', archive, container])
    await run('tar', ['--extract', '--file', archive, '--directory', folder, '--no-same-owner'])
  } finally {
    await run('podman', ['rm', container])
  }
}

async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
