import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../common/run.ts'

/** gitleaks over every commit of the clone. It throws with what was found, without the secrets. */
export async function findSecrets(clone: string, scratch: string): Promise<string> {
  const program = (await findProgram()) ?? (await unpackProgram(join(scratch, 'gitleaks')))
  // Its summary is all it prints when there is nothing.
  await run(program, ['detect', '--no-banner', '--redact', '--verbose', '--source', clone])
  return `no secret in ${await run('git', ['rev-list', '--count', 'HEAD'], { cwd: clone })} commits`
}

const findProgram = (): Promise<string | undefined> =>
  run('sh', ['-c', 'command -v gitleaks']).catch(() => undefined)

/** Debian has it from trixie on: one static program, which also runs on bookworm. */
async function unpackProgram(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await run('mmdebstrap', ['--quiet', '--variant=extract', '--include=gitleaks', 'trixie', folder])
  return join(folder, 'usr/bin/gitleaks')
}
