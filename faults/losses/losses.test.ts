// A short form of `npm run drill`.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

const drill = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [main, '--losses', '1', '--sends', '200', ...args]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )

it('a disk that is lost under load loses no send that was acknowledged', { timeout: 600_000 }, async () => {
  expect(await drill()).toMatch(/ok +acknowledged sends that are not there: [1-9]\d* examined, 0 violations/)
})

it('the check notices when commits do not wait for the receiver', { timeout: 600_000 }, async () => {
  const notices = /FAIL +acknowledged sends that are not there: [1-9]\d* examined, [1-9]\d* violations/
  expect(await drill('--without', 'receiver')).toMatch(notices)
})
