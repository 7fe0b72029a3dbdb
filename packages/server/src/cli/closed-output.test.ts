import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

it('a reader that has seen enough ends a command without a complaint', async () => {
  const command = `set -o pipefail; '${process.execPath}' '${main}' help | true`
  expect(await promisify(execFile)('bash', ['-c', command])).toMatchObject({ stderr: '' })
})
