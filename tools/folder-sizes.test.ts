import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const entriesMax = 25
/** Migrations are a list by nature, and so are decisions and pictures. */
const lists = ['packages/server/migrations', 'docs/decisions', 'docs/images', 'bench/results']

it(`no folder has more than ${entriesMax} entries`, async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { cwd: root })
  const entries = new Map<string, Set<string>>()
  for (const file of stdout.split('\n').filter(Boolean)) {
    const steps = file.split('/')
    for (let depth = 1; depth < steps.length; depth += 1) {
      const folder = steps.slice(0, depth).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(steps[depth] ?? ''))
    }
  }
  const tooLarge = [...entries].filter(
    ([folder, names]) => names.size > entriesMax && !lists.includes(folder),
  )
  expect(tooLarge.map(([folder, { size }]) => `${folder}: ${size}`)).toEqual([])
})
