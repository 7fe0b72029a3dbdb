import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Server folders that write and read each table. */
export interface TableUse {
  readonly writers: ReadonlySet<string>
  readonly readers: ReadonlySet<string>
}

/** Tables and views, without the partitions of a table. */
export function tablesOf(schema: string): string[] {
  const names = [...schema.matchAll(/^CREATE (?:TABLE|VIEW) (?:\w+\.)?(\w+)/gm)].map(([, name = '']) => name)
  return names.filter(name => !/_(?:\d{5}|default)$/.test(name))
}

const commentOrImport = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import [\s\S]*? from '.*'$/gm

/** Reads SQL in the text of a TypeScript file. A table's name counts only behind a keyword, so columns of the same name do not. */
export function tablesIn(source: string, tables: ReadonlySet<string>): { written: string[]; read: string[] } {
  const code = source.replace(commentOrImport, '')
  const behind = (keywords: RegExp): string[] =>
    [...code.matchAll(keywords)].map(([, name = '']) => name).filter(name => tables.has(name))
  return {
    written: behind(/\b(?:insert into|update|delete from)\s+(?:only\s+)?(\w+)/gi),
    read: behind(/\b(?<!delete )(?:from|join)\s+(\w+)/gi),
  }
}

export async function findTableUse(
  sources: string,
  tables: readonly string[],
): Promise<Map<string, TableUse>> {
  const names = new Set(tables)
  const uses = new Map(tables.map(name => [name, { writers: new Set<string>(), readers: new Set<string>() }]))
  const files = await readdir(sources, { recursive: true })
  for (const file of files.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const [folder = ''] = file.replace('platform/', '').split('/')
    const { written, read } = tablesIn(await readFile(join(sources, file), 'utf8'), names)
    for (const name of written) uses.get(name)?.writers.add(folder)
    for (const name of read) uses.get(name)?.readers.add(folder)
  }
  return uses
}
