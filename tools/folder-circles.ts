import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Routes of a folder may mount those of another. */
const mounts = /(?:^|\/)(?:app-)?routes\.ts$/

/** Files next to folders are shared by the folders, or compose them. */
const contains = (outer: string, inner: string): boolean =>
  outer === '.' || inner === outer || inner.startsWith(`${outer}/`)

/** Folders of a feature, each with the other folders of the feature that it imports. */
export async function findFolderImports(feature: string): Promise<Map<string, Set<string>>> {
  const imports = new Map<string, Set<string>>()
  const files = await readdir(feature, { recursive: true })
  for (const file of files.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const folder = dirname(file)
    if (mounts.test(file)) continue
    const targets = imports.get(folder) ?? new Set<string>()
    imports.set(folder, targets)
    const source = await readFile(join(feature, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/ from '(\.[^']+)'/g)) {
      const target = dirname(normalize(join(folder, path)))
      if (!target.startsWith('..') && !contains(folder, target) && !contains(target, folder))
        targets.add(target)
    }
  }
  return imports
}

/** The folders of one circle in order, or undefined. */
export function findCircle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const cleared = new Set<string>()
  const visit = (folder: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (cleared.has(folder)) return undefined
    for (const target of imports.get(folder) ?? []) {
      const circle = visit(target, [...path, folder])
      if (circle) return circle
    }
    cleared.add(folder)
    return undefined
  }
  for (const folder of imports.keys()) {
    const circle = visit(folder, [])
    if (circle) return circle
  }
  return undefined
}
