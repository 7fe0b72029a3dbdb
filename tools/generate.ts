// Writes every generated file, with --missing those that do not exist, or with --check says which of them are out of date.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { generators } from './generators.ts'

const checkOnly = process.argv.includes('--check')
const missingOnly = process.argv.includes('--missing')
const stale: string[] = []

for (const { file, generate } of generators) {
  if (missingOnly && existsSync(file)) continue
  const wanted = await generate()
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found === wanted) continue
  if (checkOnly) stale.push(file)
  else {
    await writeFile(file, wanted)
    console.log(`wrote ${file}`)
  }
}

if (stale.length > 0) {
  console.log(`out of date: ${stale.join(', ')}. Run npm run generate and commit the result.`)
  process.exit(1)
}
