import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findTableUse, tablesIn, tablesOf } from './table-owners.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const schema = await readFile(at('packages/server/schema.sql'), 'utf8')
const page = await readFile(at('docs/ARCHITECTURE.md'), 'utf8')

const namesIn = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

const documented = new Map(
  (page.split('## Table owners')[1] ?? '')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .flatMap(line => {
      const [, tables, owner, writers, readers] = line.split('|')
      const use = { owner: namesIn(owner)[0], writers: namesIn(writers), readers: namesIn(readers) }
      return namesIn(tables).map(name => [name, use] as const)
    }),
)

describe('the table of table owners', () => {
  const tables = tablesOf(schema)

  it('names every table', () => {
    expect([...documented.keys()].toSorted()).toEqual(tables.toSorted())
  })

  const uses = findTableUse(at('packages/server/src'), tables)

  it.each(tables)('matches the SQL for %s', async name => {
    const { writers, readers } = (await uses).get(name) ?? {}
    const {
      owner = '',
      writers: others,
      readers: guests,
    } = documented.get(name) ?? { writers: [], readers: [] }
    const outside = (folders: ReadonlySet<string> | undefined, known: readonly string[]): string[] =>
      [...(folders ?? [])].filter(folder => !known.includes(folder)).toSorted()
    expect(outside(writers, [owner])).toEqual([...others].toSorted())
    expect(outside(readers, [owner, ...others])).toEqual([...guests].toSorted())
  })

  it('detects a statement that writes or reads a table', () => {
    const planted =
      "/** from contact */ statement('x', `with a as (delete from lane where true) update contact set b = 1 from member`)"
    expect(tablesIn(planted, new Set(['contact', 'lane', 'member']))).toEqual({
      written: ['lane', 'contact'],
      read: ['member'],
    })
  })
})
