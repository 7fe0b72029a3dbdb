import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'

/** For podman inside a container, as in CI: no right to raise limits, and the older kind of control groups. */
const settings = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
`

/** Networks in which containers find each other by name. */
export const ownNetworks = '[network]\nnetwork_backend = "netavark"\n'

/** Call before anything runs podman or buildah in a check. */
export async function useContainers(more = ''): Promise<void> {
  const folder = join(root, '.cache/ship')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `containers-${process.pid}.conf`)
  await writeFile(file, settings + more)
  process.env['CONTAINERS_CONF'] ??= file
  process.on('exit', () => rmSync(file, { force: true }))
}
