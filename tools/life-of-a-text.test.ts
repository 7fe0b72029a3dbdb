// Compares the walks in docs/ARCHITECTURE.md with the imports of the files.
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { RunTimeImports } from './run-time-imports.ts'

const sources = fileURLToPath(new URL('../packages/server/src', import.meta.url))
const page = await readFile(fileURLToPath(new URL('../docs/ARCHITECTURE.md', import.meta.url)), 'utf8')
const imports = new RunTimeImports(sources)

interface Leg {
  readonly name: string
  readonly files: readonly string[]
  /** Imported by a file of the leg, and not on this path. */
  readonly leftOut: readonly string[]
}

interface Walk {
  readonly name: string
  readonly size: number
  readonly legs: readonly Leg[]
}

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path = '']) => path)

function legsIn(text: string): Leg[] {
  return text
    .split(/\n\n(?=\*\*)/)
    .slice(1)
    .map(leg => {
      const lines = leg.split('\n')
      return {
        name: /\*\*(.+?)\*\*/.exec(leg)?.[1] ?? '',
        files: lines.filter(line => line.startsWith('- ')).map(line => pathsIn(line)[0] ?? line),
        leftOut: lines.filter(line => line.startsWith('Left out')).flatMap(pathsIn),
      }
    })
}

const section = page.split('## The life of a text\n')[1]?.split('\n## ')[0] ?? ''
const walks: readonly Walk[] = section
  .split('\n### ')
  .slice(1)
  .map(text => {
    const [, name = '', size = ''] = /^(.+): (\d+) files\n/.exec(text) ?? []
    return { name, size: Number(size), legs: legsIn(text) }
  })

/** Routes mount many operations; the walk follows one. */
const isMount = (file: string): boolean => /(?:^|[/-])routes\.ts$/.test(file)

/** Statements, and SQL that they share. */
async function isLeaf(file: string): Promise<boolean> {
  const shared = (await imports.of(file)).filter(target => target !== 'platform/db/statement.ts')
  const theirs = await Promise.all(shared.map(target => imports.of(target)))
  return theirs.every(targets => targets.length === 0)
}

async function importedBy(files: readonly string[]): Promise<Set<string>> {
  return new Set((await Promise.all(files.map(file => imports.of(file)))).flat())
}

async function missingFrom({ files, leftOut }: Leg): Promise<string[]> {
  const imported = await importedBy(files.filter(file => !isMount(file)))
  const unlisted = [...imported].filter(file => !files.includes(file) && !leftOut.includes(file))
  const leaves = await Promise.all(unlisted.map(isLeaf))
  return unlisted.filter((_, index) => !leaves[index])
}

async function unreachable({ files }: Leg): Promise<string[]> {
  const reached = await Promise.all(
    files.map(async (file, index) => index === 0 || (await importedBy(files.slice(0, index))).has(file)),
  )
  return files.filter((_, index) => !reached[index])
}

it('there is a walk for a send, a STOP and a contact search', () => {
  expect(walks.map(({ name }) => name)).toEqual(['A send', 'A STOP', 'A contact search'])
})

describe.each(walks)('$name', ({ size, legs }) => {
  it('names the stated number of files, each once in its leg, and all exist', async () => {
    expect(new Set(legs.flatMap(({ files }) => files)).size).toBe(size)
    for (const { files, leftOut } of legs) {
      expect(new Set(files).size).toBe(files.length)
      await Promise.all([...files, ...leftOut].map(file => access(join(sources, file))))
    }
  })

  it.each(legs)('$name: each file is imported by one before it', async leg => {
    expect(await unreachable(leg)).toEqual([])
  })

  it.each(legs)('$name: no file is missing, and what is left out is imported', async leg => {
    expect(await missingFrom(leg)).toEqual([])
    const imported = await importedBy(leg.files)
    expect(leg.leftOut.filter(file => !imported.has(file))).toEqual([])
  })
})

describe('a leg', () => {
  const [send] = walks
  const [accept] = send?.legs ?? []

  it('with a missing file or the wrong order is detected', async () => {
    expect.assert(accept)
    const without = accept.files.filter(file => !file.endsWith('write-texts.ts'))
    expect(await missingFrom({ ...accept, files: without })).toEqual(['texting/sending/write-texts.ts'])
    expect((await unreachable({ ...accept, files: accept.files.toReversed() })).length).toBeGreaterThan(0)
  })
})
