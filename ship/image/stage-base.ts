import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../common/run.ts'

const debianPackages = [
  'libc6',
  'libstdc++6',
  'libgcc-s1',
  'ca-certificates',
  'base-files',
  'netbase',
  'tzdata',
]

/** Documentation apart from licences, translations, and what only a package manager or a shell would use. */
const unused = [
  'usr/share/locale',
  'usr/share/man',
  'usr/share/info',
  'usr/share/lintian',
  'usr/share/common-licenses/GFDL-1.2',
  'usr/sbin',
  'etc/update-motd.d',
  'etc/profile.d',
  'var/cache',
  'var/lib/apt',
  'var/log',
]

/** mmdebstrap unpacks without dpkg. Its record of what is there is written here, so that a scanner finds every library. */
const recordPackages = `for package in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$package" && printf 'Status: install ok installed\\n\\n'
done > "$1/var/lib/dpkg/status"`

export const userId = 65_532

/** A root file system for Node from Debian's packages: no shell, no package manager. dpkg's status stays, for scanners. */
export async function stageBase(folder: string, epoch: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch }
  const options = [`--include=${debianPackages.join(',')}`, `--extract-hook=${recordPackages}`]
  await run('mmdebstrap', ['--quiet', '--variant=extract', ...options, 'bookworm', folder], { env })
  for (const path of unused) await rm(join(folder, path), { recursive: true, force: true })
  const etc = join(folder, 'etc')
  // Written by mmdebstrap from the machine that builds.
  for (const file of ['apt', 'resolv.conf', 'hostname', 'machine-id'])
    await rm(join(etc, file), { recursive: true, force: true })
  await writeFile(
    join(etc, 'passwd'),
    `root:x:0:0::/:/nonexistent\nparley:x:${userId}:${userId}::/var/lib/parley:/nonexistent\n`,
  )
  await writeFile(join(etc, 'group'), `root:x:0:\nparley:x:${userId}:\n`)
  await writeFile(join(etc, 'nsswitch.conf'), 'hosts: files dns\n')
  await trustCertificates(folder)
}

/** What the package's own script does when it is installed. Node has a list of its own and reads this one with --use-system-ca. */
async function trustCertificates(folder: string): Promise<void> {
  const source = join(folder, 'usr/share/ca-certificates/mozilla')
  const names = (await readdir(source)).toSorted()
  const certificates = await Promise.all(names.map(name => readFile(join(source, name), 'utf8')))
  await mkdir(join(folder, 'etc/ssl/certs'), { recursive: true })
  await writeFile(join(folder, 'etc/ssl/certs/ca-certificates.crt'), certificates.join(''))
  await symlink('certs/ca-certificates.crt', join(folder, 'etc/ssl/cert.pem'))
}
