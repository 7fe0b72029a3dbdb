import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '../common/expect.ts'
import { run } from '../common/run.ts'

/** The version of a tag, after everything that names a version agrees with it. */
export async function readTag(clone: string, tag: string): Promise<string> {
  const number = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1]
  expect(number !== undefined, `${tag} is not a tag such as v0.2.0`)
  const manifests = (await run('git', ['ls-files', '--', 'package.json', '**/package.json'], { cwd: clone }))
    .split('\n')
    .filter(file => file !== '')
  for (const file of manifests) {
    const { version } = JSON.parse(await readFile(join(clone, file), 'utf8')) as { version?: string }
    expect(version === number, `${file} has version ${version ?? 'none'}, the tag ${tag}`)
  }
  const changes = await readFile(join(clone, 'CHANGELOG.md'), 'utf8')
  expect(changes.includes(`\n## ${number} - `), `CHANGELOG.md has no section "## ${number} - <date>"`)
  expect(!changes.includes('\n## Unreleased'), 'CHANGELOG.md still has a section "Unreleased"')
  return number
}
