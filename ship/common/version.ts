import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'
import { run } from './run.ts'

export interface Version {
  readonly number: string
  readonly commit: string
  /** Unix time of the commit: every file of what is built has it, so that two builds are equal. */
  readonly epoch: string
}

export async function readVersion(): Promise<Version> {
  const file = await readFile(join(root, 'packages/server/package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  const [commit = '', epoch = ''] = (await run('git', ['log', '-1', '--format=%H %ct'], { cwd: root })).split(
    ' ',
  )
  return { number: version, commit, epoch: process.env['SOURCE_DATE_EPOCH'] ?? epoch }
}
