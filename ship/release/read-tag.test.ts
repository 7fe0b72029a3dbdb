import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readTag } from './read-tag.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-tag-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
beforeEach(() => {
  mkdirSync(join(folder, 'packages/server'), { recursive: true })
  write('package.json', '{ "version": "1.2.3" }')
  write('packages/server/package.json', '{ "version": "1.2.3" }')
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.3 - 2026-11-18\n')
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['add', '.'], { cwd: folder })
})

it('a tag that everything agrees with has a version', async () => {
  expect(await readTag(folder, 'v1.2.3')).toBe('1.2.3')
})

it.each([
  ['a tag without a version', 'latest', () => {}, 'not a tag'],
  ['another tag', 'v1.2.4', () => {}, 'package.json has version 1.2.3'],
  [
    'a package that was left behind',
    'v1.2.3',
    () => write('packages/server/package.json', '{ "version": "1.2.2" }'),
    'packages/server/package.json has version 1.2.2',
  ],
  ['no version at all', 'v1.2.3', () => write('package.json', '{}'), 'package.json has version none'],
  ['a changelog without it', 'v1.2.3', () => write('CHANGELOG.md', '# Changelog\n'), 'no section'],
  [
    'changes that belong to no version',
    'v1.2.3',
    () => write('CHANGELOG.md', '\n## Unreleased\n\n## 1.2.3 - 2026-11-18\n'),
    'Unreleased',
  ],
])('refuses %s', async (_, tag, change, message) => {
  change()
  await expect(readTag(folder, tag)).rejects.toThrow(message)
})
