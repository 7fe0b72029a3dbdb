import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deadLinks } from './check-links.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-links-'))
  await mkdir(join(root, 'docs'))
  await writeFile(
    join(root, 'docs/other.md'),
    '# Title\n\n## What `code` *does*, and why\n\n## Twice\n\n## Twice\n',
  )
  await writeFile(join(root, 'docs/other.png'), '')
})
afterAll(() => rm(root, { recursive: true }))

const check = async (text: string): Promise<string[]> => {
  await writeFile(join(root, 'docs/a.md'), text)
  return deadLinks(['docs/a.md'], root)
}

it.each([
  '[a file](other.md)',
  '[a heading](other.md#what-code-does-and-why) ![picture](other.png "with a title")',
  '[the second of two](other.md#twice-1)',
  '# Here\n\n[here](#here), [up and down](../docs/other.md), [a folder](../docs)',
  '[somewhere else](https://nowhere.invalid/) and [mail](mailto:a@b.test)',
  'In code there are no links: `[a](b.md)`\n\n```md\n[a](b.md)\n```\n',
])('accepts %j', async text => {
  expect(await check(text)).toEqual([])
})

it.each([
  ['[a](missing.md)', 'docs/a.md:1 missing.md: there is no such file'],
  ['\n\n[a](other.md#missing)', 'docs/a.md:3 other.md#missing: docs/other.md has no such heading'],
  ['```\ncode\n```\n[a](#nowhere)', 'docs/a.md:4 #nowhere: docs/a.md has no such heading'],
  ['[a](other.md#twice-2)', 'docs/a.md:1 other.md#twice-2: docs/other.md has no such heading'],
  ['![a](missing.png)', 'docs/a.md:1 missing.png: there is no such file'],
  ['[a]: missing.md', 'docs/a.md:1 missing.md: there is no such file'],
  ['<img src="missing.png">', 'docs/a.md:1 missing.png: there is no such file'],
  ['[a](/docs/other.md)', 'docs/a.md:1 /docs/other.md: write it relative to the file'],
  ['[a](../../other.md)', 'docs/a.md:1 ../../other.md: leads out of the repository'],
])('reports %j', async (text, mistake) => {
  expect(await check(text)).toEqual([mistake])
})
