import { globSync } from 'node:fs'
import { RunTimeImports } from '../run-time-imports.ts'

/** Tests that read a folder without importing it, because a process or a browser runs it. */
const readers: readonly { readonly folder: string; readonly test: string }[] = [
  { folder: 'packages/web/', test: 'e2e/advisor/app.test.ts' },
  { folder: 'packages/contract/', test: 'e2e/statements/statements.test.ts' },
  { folder: 'docs/ARCHITECTURE.md', test: 'tools/table-owners.test.ts' },
  { folder: 'packages/server/schema.sql', test: 'tools/table-owners.test.ts' },
]

interface Selected {
  readonly file: string
  /** Imports between the test and the nearest changed file: 0 if the test itself changed. */
  readonly distance: number
}

/** Tests whose imports contain a changed file, the nearest first, and among equals the quickest. */
export async function selectChanged(
  root: string,
  changed: readonly string[],
  secondsOf: (test: string) => number,
): Promise<Selected[]> {
  const importers = await importersIn(root)
  const distances = new Map(changed.map(file => [file, 0]))
  let reached = [...changed]
  for (let distance = 1; reached.length > 0; distance += 1) {
    reached = reached
      .flatMap(file => [...(importers.get(file) ?? [])])
      .filter(file => !distances.has(file) && distances.set(file, distance))
  }
  for (const { folder, test } of readers)
    if (changed.some(file => file.startsWith(folder))) distances.set(test, 1)
  return [...distances]
    .filter(([file]) => file.endsWith('.test.ts'))
    .map(([file, distance]) => ({ file, distance }))
    .toSorted((a, b) => a.distance - b.distance || secondsOf(a.file) - secondsOf(b.file))
}

/** Who imports each file at run time. */
async function importersIn(root: string): Promise<Map<string, Set<string>>> {
  const imports = new RunTimeImports(root, { hasWorkspaces: true })
  const files = globSync(['{packages,tools,ship,watch,mutations}/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'],
  })
  const importers = new Map<string, Set<string>>()
  for (const file of files) {
    for (const target of await imports.of(file))
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
  }
  return importers
}
