// The name @parley/sdk is not ours in the npm registry: whoever registers it could run code beside a developer's credentials.
// So no document, help text or program may show a command that downloads it from there.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const runners = /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) +(?:exec|x|dlx))((?:\s+-\S+)*)\s+@parley\/sdk\b/g
const installers = /\b(?:npm|pnpm|yarn|bun) +(?:install|i|add)(?:\s+-\S+)*\s+@parley\/sdk\b/g

/** Commands in the text that could download the package by its name. */
const downloadsIn = (text: string): string[] => [
  ...[...text.matchAll(runners)]
    .filter(([command, options = '']) => !(command.startsWith('npx') && /\s--no(?=\s|$)/.test(options)))
    .map(([command]) => command),
  ...[...text.matchAll(installers)].map(([command]) => command),
]

it.each([
  ['npx @parley/sdk listen', 'npx @parley/sdk'],
  ['npx --yes @parley/sdk@1 listen', 'npx --yes @parley/sdk'],
  ['npx --no-install @parley/sdk listen', 'npx --no-install @parley/sdk'],
  ['npx\n@parley/sdk', 'npx\n@parley/sdk'],
  ['pnpm dlx @parley/sdk', 'pnpm dlx @parley/sdk'],
  ['npm install --save-dev @parley/sdk', 'npm install --save-dev @parley/sdk'],
])('finds the command in %j', (text, command) => {
  expect(downloadsIn(text)).toEqual([command])
})

it.each([
  'npx --no @parley/sdk listen',
  'npx --no -- @parley/sdk --version',
  'npm install http://127.0.0.1:8080/docs/sdk/parley-sdk.tgz',
])('accepts %j', text => {
  expect(downloadsIn(text)).toEqual([])
})

it('no file of the repository shows a command that downloads @parley/sdk by its name', () => {
  const listed = execFileSync('git', ['grep', '-l', '-I', '--untracked', '-F', '@parley/sdk'], {
    encoding: 'utf8',
  })
  const files = listed.trim().split('\n')
  expect(files).toContain('README.md')
  const found = files
    .filter(file => file !== 'tools/registry-names.test.ts')
    .flatMap(file => downloadsIn(readFileSync(file, 'utf8')).map(command => `${file}: ${command}`))
  expect(found).toEqual([])
})
