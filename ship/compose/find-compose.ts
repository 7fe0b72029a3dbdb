import { join } from 'node:path'
import { run } from '../common/run.ts'

/** Docker Compose 2: older ones cannot read `content` of a config. Debian has it from version 13 on. */
export async function findCompose(folder: string): Promise<string> {
  const tree = join(folder, 'trixie')
  const program = join(tree, 'usr/libexec/docker/cli-plugins/docker-compose')
  for (const known of ['docker-compose', program]) {
    const version = await run(known, ['version', '--short']).catch(() => '')
    if (version.startsWith('2.')) return known
  }
  await run('rm', ['-rf', tree])
  await run('mmdebstrap', ['--quiet', '--variant=extract', '--include=docker-compose', 'trixie', tree])
  return program
}
