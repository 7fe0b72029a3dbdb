// Writes every generated file, or with --check says which of them are out of date.
import { readFile, writeFile } from 'node:fs/promises'
import { generators } from './generators.ts'

const checkOnly = process.argv.includes('--check')
const stale: string[] = []

for (const { file, generate } of generators) {
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
