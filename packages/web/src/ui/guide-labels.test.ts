import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

const guides = globSync('docs/first-hour/*.md', { cwd: root }).filter(path => !path.endsWith('README.md'))
const screens = globSync(
  ['packages/web/src/**/*.{ts,tsx}', 'packages/server/src/identity/sign-in/**/*page*.ts'],
  { cwd: root, exclude: ['**/*.test.ts'] },
)
  .map(read)
  .join('\n')

describe('a guide', () => {
  it.each(guides)('%s names only what is on the screen', path => {
    const labels = [...read(path).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label)
    expect(labels.length).toBeGreaterThan(0)
    expect(labels.filter(label => !screens.includes(label))).toEqual([])
  })
})
