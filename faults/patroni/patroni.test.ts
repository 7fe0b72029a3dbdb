// A short form of `npm run faults:patroni`.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('Patroni replaces a leader that was killed under load, and no acknowledged send is lost', {
  timeout: 600_000,
}, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [main, '--fail-overs', '1', '--rate', '20'],
    { maxBuffer: 2 ** 24 },
  ).catch((error: { stdout: string }) => error)
  expect(stdout.slice(-6_000)).toMatch(/failover at \d+ s: promoted after \d+ ms/)
  expect(stdout.slice(-6_000)).toMatch(/^0 violations$/m)
})
