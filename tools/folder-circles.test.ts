import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findCircle, findFolderImports } from './folder-circles.ts'

const sources = fileURLToPath(new URL('../packages/server/src', import.meta.url))
const features = (await readdir(sources, { withFileTypes: true })).filter(entry => entry.isDirectory())

it.each(features.map(({ name }) => name))(
  'the folders of %s import each other in one direction',
  async name => {
    expect(findCircle(await findFolderImports(join(sources, name)))).toBeUndefined()
  },
)

it('a planted circle is found', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(findCircle(imports)).toEqual(['b', 'c', 'b'])
})
