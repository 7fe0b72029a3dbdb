import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parley } from './processes/process.ts'

it('parley --version prints the release and the commit', async () => {
  const version = parley(['--version'])
  expect(await version.exited()).toBe(0)
  const { version: number } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  expect(version.output()).toMatch(new RegExp(`^parley ${number} \\([0-9a-f]{40}\\)\n$`))
})

it('a stack trace in the log names files and lines of the source', async () => {
  const api = parley(['api'], {
    PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    // Nothing listens there.
    DATABASE_URL: 'postgres://parley_app@127.0.0.1:1/parley',
    PORT: '0',
    PUBLIC_ORIGIN: 'http://127.0.0.1:8080',
  })
  const [, path = '', line] = await api.printed(/async createApp \(([^)]+\/src\/app\.ts):(\d+):\d+\)/)
  expect(path).toBe(fileURLToPath(new URL('../src/app.ts', import.meta.url)))
  expect(readFileSync(path, 'utf8').split('\n')[Number(line) - 1]).toContain(
    'await createAuthorizationServer(',
  )
  api.child.kill('SIGKILL')
  await api.exited()
})
